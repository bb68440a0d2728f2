/** Which meetings of a series have attendance, for how long, and how its reads are recorded. */
import { expect } from "bun:test";
import { rfc3339 } from "#kernel/clock";
import type { AttendanceRow } from "#tests/support/attendance";
import type { OrgCaller } from "#tests/support/client";
import { runPortions } from "#tests/support/database";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { meetings } from "#tests/support/meetings";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { seriesBy } from "#tests/support/series";
import { inProcessTest as test } from "#tests/support/target";

const api = await useHarness();
const { join } = guestsOf(api);
const { pass } = retentionOf(api);
const asSystem = async () => api.as(await api.signInSystem());
const finish = () => api.parley.services.jobs.runDue();

/** Creates a daily series of lessons that begin tomorrow, and returns its meetings. */
async function lessons(owner: OrgCaller, count: number, body: Record<string, unknown> = {}) {
	const workspace = await meetings.createWorkspace(owner as never);
	const startsAt = new Date(api.nowMs() + DAY_MS).toISOString().slice(0, 19);
	const rule = `FREQ=DAILY;COUNT=${count}`;
	const series = await seriesBy.made(owner, workspace.id, { rule, startsAt, timezone: "Etc/UTC", ...body });
	const ids = (await seriesBy.occurrences(owner, series.id)).map(({ id }) => id ?? "");
	return { id: String(series.id), workspaceId: workspace.id, ids };
}

/** Holds meetings, whose attendance is ready then. */
async function held(owner: OrgCaller, ids: readonly string[]) {
	for (const id of ids) {
		await meetings.move(owner, id, "start");
		await meetings.move(owner, id, "end");
	}
	await finish();
}

const keep = async ({ orgId }: OrgCaller, policy: object) => {
	const { status, text } = await (await asSystem()).put(`/orgs/${orgId}/retention`, policy);
	if (status !== 200) throw new Error(text);
};

/** Returns of each meeting whether it has attendance, and how many cells there are of it. */
async function columns(series: { readonly id: string }) {
	const { body } = await (await asSystem()).get(`/series/${series.id}/attendance`);
	const cells = body.data.rows.flatMap((row: AttendanceRow) => row.cells);
	return body.data.meetings.map(({ meetingId, attendance }: AttendanceRow) => [
		meetingId,
		attendance,
		cells.filter((cell: AttendanceRow) => cell.meetingId === meetingId).length,
	]);
}

test("lessons that did not take place are none of its, and others say whether they have attendance", async () => {
	const owner = await api.createOrganization();
	const series = await lessons(owner, 7);
	const [first = "", second = "", elsewhere = "", cancelled = "", deleted = "", moved = "", live = ""] = series.ids;
	await meetings.patch(owner, elsewhere, { conference: { url: "https://zoom.example/j/1" } });
	await meetings.move(owner, cancelled, "cancel");
	await held(owner, [first, elsewhere, deleted]);
	await meetings.remove(owner, deleted);
	await meetings.patch(owner, moved, { scheduledStart: rfc3339(api.nowMs() + 30 * DAY_MS) });
	await held(owner, [moved]);
	await meetings.move(owner, live, "start");
	await meetings.move(owner, second, "start");
	await meetings.move(owner, second, "end");
	const soon = await columns(series);
	await finish();

	expect(soon).toEqual([
		[first, "ready", 1],
		[second, "pending", 0],
		[elsewhere, "none", 0],
		[moved, "ready", 1],
	]);
	expect((await columns(series)).slice(0, 2)).toEqual([
		[first, "ready", 1],
		[second, "ready", 1],
	]);
});

test("each lesson is shown as long as its own attendance: exams longer, and those under a hold", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const series = await lessons(owner, 3);
	const [lesson = "", exam = "", matter = ""] = series.ids;
	await meetings.patch(owner, exam, { kind: "exam" });
	await held(owner, series.ids);
	await keep(owner, { transcripts: "10d", examData: "100d" });
	await holds.placed(owner, { scope: "meeting", meetingId: matter });
	const before = await columns(series);

	api.advanceMs(11 * DAY_MS);
	const expired = await columns(series);
	await pass(4);
	const swept = await columns(series);

	expect(before.map(([, state]: string[]) => state)).toEqual(["ready", "ready", "ready"]);
	expect(expired).toEqual([
		[lesson, "none", 0],
		[exam, "ready", 1],
		[matter, "ready", 1],
	]);
	expect(swept).toEqual(expired);
});

test("what is never stored is not shown, and a person who was erased has no row", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const member = await api.addMember(owner, "member");
	const series = await lessons(owner, 2);
	const [lesson = "", last = ""] = series.ids;
	await owner.post(`/workspaces/${series.workspaceId}/members`, { userId: member.userId, role: "member" });
	await meetings.move(owner, lesson, "start");
	await join(member, { id: lesson });
	await held(owner, [lesson]);
	await keep(owner, { transcripts: "0d" });
	await held(owner, [last]);
	await keep(owner, { transcripts: "10d" });
	const before = await columns(series);

	await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
		userId: member.userId,
		emailKey: member.email,
	});

	expect(before).toEqual([
		[lesson, "ready", 2],
		[last, "none", 0],
	]);
	expect(await columns(series)).toEqual([
		[lesson, "ready", 1],
		[last, "none", 0],
	]);
});

test("who reads it has read each of its lessons, once an hour", async () => {
	const owner = await api.createOrganization();
	await owner.patch(`/orgs/${owner.orgId}/settings`, { complianceMode: "ferpa" });
	const series = await lessons(owner, 3);
	const [first = "", second = ""] = series.ids;
	await held(owner, [first, second]);

	await owner.get(`/series/${series.id}/attendance`);
	await owner.get(`/series/${series.id}/attendance?format=csv`);
	await owner.get(`/meetings/${first}/attendance`);
	const log = await owner.get(`/orgs/${owner.orgId}/audit-logs?action=attendance.read`);

	const read = log.body.data.map(({ actor, targets }: AttendanceRow) => [actor.id, targets[0].id]);
	expect(read.sort()).toEqual([first, second].sort().map((id) => [owner.userId, id]));
});
