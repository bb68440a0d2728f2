/** How long attendance is kept, who gets it with their data, and who is erased from it. */
import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { attendanceRows, attendanceSheets } from "#db/schema";
import type { OrgCaller } from "#tests/support/client";
import { runPortions } from "#tests/support/database";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessTest as test } from "#tests/support/target";

const api = await useHarness();
const { openMeeting, guestIn, join } = guestsOf(api);
const { pass } = retentionOf(api);
const privacy = privacyOf(api);
const { db } = api.store.acrossTenants;

/** Holds a meeting with a guest, of whom attendance is made. */
async function held(owner: OrgCaller, body: Record<string, unknown> = {}): Promise<OpenMeeting> {
	const meeting = await openMeeting(owner, body);
	await guestIn(meeting);
	await owner.post(`/meetings/${meeting.id}/end`, {});
	await api.parley.services.jobs.runDue();
	return meeting;
}

const keep = async ({ orgId }: OrgCaller, policy: object) => {
	const { status, text } = await api.request("PUT", `/orgs/${orgId}/retention`, {
		token: await api.signInSystem(),
		body: policy,
	});
	if (status !== 200) throw new Error(text);
};
const asSystem = async () => api.as(await api.signInSystem());
const shown = async ({ id }: OpenMeeting): Promise<number> =>
	(await (await asSystem()).get(`/meetings/${id}/attendance`)).body.data.length;
const stored = async ({ id }: OpenMeeting): Promise<number> => {
	const [rows, sheets] = await Promise.all([
		db.select().from(attendanceRows).where(eq(attendanceRows.meetingId, id)),
		db.select().from(attendanceSheets).where(eq(attendanceSheets.meetingId, id)),
	]);
	return rows.length + sheets.length;
};

test("attendance is kept as long as transcripts, that of an exam as long as the exam, and longer under a hold", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	const [lesson, exam, matter] = [await held(owner), await held(owner, { kind: "exam" }), await held(owner)];
	await keep(owner, { transcripts: "10d", examData: "100d" });
	await holds.placed(owner, { scope: "meeting", meetingId: matter.id });
	const before = await Promise.all([lesson, exam, matter].map(shown));

	api.advanceMs(11 * DAY_MS);
	const expired = await Promise.all([lesson, exam, matter].map(shown));
	const corrected = await (await asSystem()).patch(`/meetings/${lesson.id}/attendance/par_01jd0z7v9gf2nbrexx3vqjhp41`, {
		status: "present",
		reason: "There",
	});
	await pass(4);
	const swept = await Promise.all([lesson, exam, matter].map(stored));
	await pass(90);

	expect(before.every((rows) => rows > 0)).toBe(true);
	expect(expired).toEqual([0, ...before.slice(1)]);
	expect(codeOf(corrected)).toEqual([404, "not_found"]);
	expect(swept.map((rows) => rows > 0)).toEqual([false, true, true]);
	expect(await Promise.all([exam, matter].map(async (each) => (await stored(each)) > 0))).toEqual([false, true]);
});

test("attendance that is never stored is not measured", async () => {
	const owner = await api.createOrganization({ orgType: "business" });
	await keep(owner, { transcripts: "0d" });

	const [meeting, live] = [await held(owner), await openMeeting(owner)];
	await guestIn(live);

	expect([await shown(meeting), await shown(live)]).toEqual([0, 0]);
	expect(await stored(meeting)).toBe(0);
});

test("attendance goes with the meeting", async () => {
	const owner = await api.createOrganization();
	const meeting = await held(owner);
	const before = await stored(meeting);

	await owner.delete(`/meetings/${meeting.id}`);
	await api.parley.services.jobs.runDue();

	expect(before).toBeGreaterThan(1);
	expect(await stored(meeting)).toBe(0);
});

test("a person gets their attendance and no other, the organization all of it, and erasure leaves none of it", async () => {
	const owner = await api.createOrganization();
	const member = await api.addMember(owner, "student");
	const meeting = await openMeeting(owner);
	await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId: member.userId, role: "member" });
	const [{ id }, guest] = [await join(member, meeting), await guestIn(meeting)];
	await owner.post(`/meetings/${meeting.id}/end`, {});
	await api.parley.services.jobs.runDue();
	const path = `/meetings/${meeting.id}/attendance`;
	await owner.patch(`${path}/${id}`, { status: "present", reason: "Was there" });
	const linesIn = (files: Awaited<ReturnType<typeof privacy.exported>>) =>
		new TextDecoder().decode(files.get("attendance.jsonl")?.bytes);

	const own = linesIn(await privacy.exported(owner, { userId: member.userId }));
	const all = linesIn(await privacy.exported(owner, "organization"));
	await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
		userId: member.userId,
		emailKey: member.email,
	});
	const left = await db.select().from(attendanceRows).where(eq(attendanceRows.meetingId, meeting.id));

	expect(own).toContain(id);
	expect(own).not.toContain(guest.id);
	expect(all).toContain(id);
	expect(all).toContain(guest.id);
	expect(left.map(({ participantId }) => participantId)).toContain(guest.id);
	expect(left.map(({ participantId }) => participantId)).not.toContain(id);
});

test("who reads attendance is recorded in a compliance mode", async () => {
	const owner = await api.createOrganization();
	await owner.patch(`/orgs/${owner.orgId}/settings`, { complianceMode: "ferpa" });
	const meeting = await held(owner);

	await owner.get(`/meetings/${meeting.id}/attendance`);
	const log = await owner.get(`/orgs/${owner.orgId}/audit-logs?action=attendance.read`);

	expect(log.body.data).toMatchObject([
		{ actor: { id: owner.userId }, targets: [{ id: meeting.id }, expect.anything()] },
	]);
});
