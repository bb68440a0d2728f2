import { describe, expect } from "bun:test";
import { eq } from "drizzle-orm";
import { attendanceStretches } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { type AttendanceRow, attendanceOf, MINUTE_MS } from "#tests/support/attendance";
import { useHarness } from "#tests/support/harness";
import { openSocket } from "#tests/support/live";
import { codeOf } from "#tests/support/responses";
import { inProcessTest as test } from "#tests/support/target";
import { until } from "#tests/support/until";

const api = await useHarness({ isServed: true });
const attendance = attendanceOf(api);
const { openMeeting, guestIn, join, connect, enter, leave, end, minutes, rowOf, rows } = attendance;

const statusesOf = (all: readonly AttendanceRow[]) =>
	Object.fromEntries(all.map(({ name, measured, minutes: spent }) => [name, `${measured} ${spent}`]));

describe("attendance of a lesson", () => {
	test("tells who was present, late, left early and absent, once it has ended", async () => {
		const owner = await api.createOrganization();
		const startMs = api.nowMs();
		const meeting = await openMeeting(owner);
		const invited = await api.addMember(owner, "student");
		await owner.post(`/meetings/${meeting.id}/participants`, { userId: invited.userId });
		const in_ = async (name: string) => {
			const guest = await guestIn(meeting, name);
			return { guest, socket: await connect(guest, meeting) };
		};
		const [, left, brief] = [await in_("Present"), await in_("Left"), await in_("Brief")];
		minutes(3);
		await leave(brief.socket, owner, meeting, brief.guest.id);
		minutes(3);
		await in_("Late");
		await leave(left.socket, owner, meeting, left.guest.id);
		minutes(6);

		const running = await rows(owner, meeting);
		const final = await end(owner, meeting);
		const again = await owner.post(`/meetings/${meeting.id}/end`, {});
		const events = await attendance.readyEvents(owner, meeting);

		expect(statusesOf(running)).toMatchObject({ Present: "present 12", Brief: "left_early 3", Late: "late 6" });
		expect(statusesOf(final)).toMatchObject({
			Present: "present 12",
			Late: "late 6",
			Left: "left_early 6",
			Brief: "absent 3",
			"A Person": "absent 0",
		});
		expect(final.find(({ name }) => name === "Present")).toEqual({
			participantId: expect.any(String),
			userId: null,
			name: "Present",
			intervals: [{ joinedAt: rfc3339(startMs), leftAt: rfc3339(api.nowMs()) }],
			minutes: 12,
			status: "present",
			measured: "present",
			corrected: null,
		});
		expect(again.status).toBe(200);
		expect(events.map(({ data }) => data.object)).toEqual([
			expect.objectContaining({
				meetingId: meeting.id,
				present: 1,
				late: 1,
				leftEarly: 1,
				thresholds: { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 },
			}),
		]);
	});

	test("follows its schedule: one that begins late makes no one late, one that overruns makes no one leave early", async () => {
		const owner = await api.createOrganization();
		const body = { scheduledStart: rfc3339(api.nowMs() + MINUTE_MS), durationMinutes: 5 };
		const meeting = await openMeeting(owner, body);
		minutes(4);
		await owner.post(`/meetings/${meeting.id}/start`, {});
		const guest = await guestIn(meeting, "Punctual");
		const socket = await connect(guest, meeting);
		minutes(2);
		await leave(socket, owner, meeting, guest.id);
		minutes(7);

		const final = await end(owner, meeting);

		// Held from minute 4 to minute 13, of which 4 to 6 count.
		expect(statusesOf(final)).toMatchObject({ Punctual: "present 2" });
	});

	test("keeps the thresholds of its end", async () => {
		const owner = await api.createOrganization();
		const path = `/orgs/${owner.orgId}/settings`;
		const set = await owner.patch(path, { attendance: { lateAfterMinutes: 0, presentPercent: 0 } });
		const meeting = await openMeeting(owner);
		minutes(1);
		const guest = await guestIn(meeting, "Late");
		await connect(guest, meeting);
		minutes(1);
		const before = await end(owner, meeting);

		const reset = await owner.patch(path, { attendance: { lateAfterMinutes: null } });
		const after = await rows(owner, meeting);

		expect(set.body.data.attendance).toEqual({ lateAfterMinutes: 0, leftEarlyMinutes: 5, presentPercent: 0 });
		expect(reset.body.data.attendance).toEqual({ lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 0 });
		expect(after).toEqual(before);
		expect(statusesOf(after)).toMatchObject({ Late: "late 1" });
	});

	test.each([
		[{ lateAfterMinutes: -1 }, "/attendance/lateAfterMinutes"],
		[{ leftEarlyMinutes: 241 }, "/attendance/leftEarlyMinutes"],
		[{ presentPercent: 101 }, "/attendance/presentPercent"],
		[{ presentPercent: "50" }, "/attendance/presentPercent"],
		[{ percent: 50 }, "/attendance/percent"],
	])("has thresholds within bounds: not %j", async (thresholds, path) => {
		const owner = await api.createOrganization();

		const refused = await owner.patch(`/orgs/${owner.orgId}/settings`, { attendance: thresholds });

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(refused.body.error.errors.map((fault: AttendanceRow) => fault.path)).toContain(path);
	});

	test("may last over midnight", async () => {
		const owner = await api.createOrganization();
		const toMidnight = 24 * 60 * MINUTE_MS - (api.nowMs() % (24 * 60 * MINUTE_MS));
		api.advanceMs(toMidnight - 5 * MINUTE_MS);
		const fresh = await api.createOrganization();
		const meeting = await openMeeting(fresh);
		const guest = await guestIn(meeting, "Owl");
		await connect(guest, meeting);
		minutes(10);

		const [row] = (await end(fresh, meeting)).filter(({ name }) => name === "Owl");

		expect(owner.orgId).not.toBe(fresh.orgId);
		expect(row).toMatchObject({ measured: "present", minutes: 10 });
		expect(row.intervals[0].joinedAt.slice(0, 10)).not.toBe(row.intervals[0].leftAt.slice(0, 10));
	});
});

describe("an interval", () => {
	test("is that of a person, however many connections they have", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const pupil = await api.addMember(owner, "student");
		await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId: pupil.userId, role: "member" });
		const { id, socket } = await enter(pupil, meeting);
		minutes(2);
		const second = await connect(pupil, meeting);
		minutes(2);
		socket.close();
		await socket.closed;
		minutes(2);
		await leave(second, owner, meeting, id);

		const row = (await end(owner, meeting)).find((each) => each.participantId === id);

		expect(row).toMatchObject({ minutes: 6, userId: pupil.userId, intervals: [expect.anything()] });
	});

	test("lasts over a reload, and not over a longer absence", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const first = await connect(guest, meeting);
		minutes(2);
		await leave(first, owner, meeting, guest.id);
		api.advanceMs(MINUTE_MS - 1);
		const second = await connect(guest, meeting);
		const reloaded = await rowOf(owner, meeting, guest.id);
		minutes(1);
		await leave(second, owner, meeting, guest.id);
		api.advanceMs(MINUTE_MS);
		await connect(guest, meeting);
		minutes(1);

		const row = (await end(owner, meeting)).find((each) => each.participantId === guest.id);

		expect(reloaded.intervals).toHaveLength(1);
		expect(row.intervals).toHaveLength(2);
		expect(row.minutes).toBe(5);
	});

	test("ends when its person leaves or is removed, and not when they close the page", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const [leaving, removed] = [await guestIn(meeting, "Leaving"), await guestIn(meeting, "Removed")];
		const sockets = [await connect(leaving, meeting), await connect(removed, meeting)];
		minutes(6);
		await leaving.post(`/meetings/${meeting.id}/leave`, {});
		await owner.delete(`/meetings/${meeting.id}/participants/${removed.id}`);
		minutes(6);

		const final = await end(owner, meeting);
		for (const socket of sockets) socket.close();

		expect(statusesOf(final)).toMatchObject({ Leaving: "left_early 6", Removed: "left_early 6" });
	});

	test("begins when a guest is admitted: the lobby is no presence, and who was refused has no row", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const [waiting, refused] = [await guestIn(meeting, "Waiting"), await guestIn(meeting, "Refused")];
		const socket = await openSocket(api.url, { meetingId: meeting.id, token: waiting.token });
		minutes(4);
		const inLobby = await rows(owner, meeting);
		await owner.delete(`/meetings/${meeting.id}/participants/${refused.id}`);
		await owner.post(`/meetings/${meeting.id}/participants/${waiting.id}/admit`, {});
		await socket.next("room");
		minutes(6);

		const final = await end(owner, meeting);

		expect(inLobby.map(({ name }) => name)).not.toContain("Waiting");
		expect(statusesOf(final)).toMatchObject({ Waiting: "present 6" });
		expect(final.map(({ name }) => name)).not.toContain("Refused");
	});

	test("is none for who joins by a request and never connects", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting, "Clicked");
		minutes(5);

		const row = (await end(owner, meeting)).find((each) => each.participantId === guest.id);

		expect(row).toMatchObject({ measured: "absent", minutes: 0, intervals: [] });
	});
});

describe("attendance", () => {
	test("is read as a whole by those who run the meeting, and by others of themselves", async () => {
		const owner = await api.createOrganization();
		const [colleague, pupil, stranger] = [
			await api.addMember(owner, "teacher"),
			await api.addMember(owner, "student"),
			await api.createOrganization(),
		];
		const meeting = await openMeeting(owner, { access: "link" });
		const workspace = `/workspaces/${meeting.workspaceId}/members`;
		for (const { userId } of [colleague, pupil]) await owner.post(workspace, { userId, role: "member" });
		const [guest] = [await guestIn(meeting, "Guest")];
		await connect(guest, meeting);
		const { id } = await enter(pupil, meeting);
		const read = async (by: typeof owner | typeof guest) =>
			(await rows(by, meeting)).map(({ participantId }) => participantId);

		const live = { all: await read(owner), pupil: await read(pupil), guest: await read(guest), other: await read(colleague) };
		const refused = await attendance.read(stranger, meeting);
		await end(owner, meeting);
		const over = { all: await read(owner), pupil: await read(pupil), other: await read(colleague) };
		const guestAfter = await attendance.read(guest, meeting);

		expect(live.all.length).toBeGreaterThanOrEqual(2);
		expect(live).toMatchObject({ pupil: [id], guest: [guest.id], other: [] });
		expect(over).toMatchObject({ all: live.all, pupil: [id], other: [] });
		expect(codeOf(refused)).toEqual([404, "not_found"]);
		expect(guestAfter.status).toBeGreaterThanOrEqual(401);
	});

	test("comes in pages", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		for (const name of ["One", "Two", "Three"]) await guestIn(meeting, name);
		const all = await end(owner, meeting);

		const pages: AttendanceRow[] = [];
		for (let query = "?limit=1"; ; ) {
			const { body } = await attendance.read(owner, meeting, query);
			pages.push(...body.data);
			if (!body.page.hasMore) break;
			query = `?limit=1&cursor=${body.page.nextCursor}`;
		}

		expect(pages).toEqual(all);
	});

	test("is a file that no spreadsheet executes", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { title: "=2+5" });
		const guest = await guestIn(meeting, '=HYPERLINK("http://x","y")');
		await connect(guest, meeting);
		minutes(2);
		await end(owner, meeting);
		await owner.patch(`/meetings/${meeting.id}/attendance/${guest.id}`, { status: "late", reason: "@SUM(A1)" });

		const byAccept = await attendance.read(owner, meeting, "", { accept: "text/csv" });
		const byQuery = await attendance.read(owner, meeting, "?format=csv");

		expect(byAccept.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(byAccept.headers.get("content-disposition")).toContain(".csv");
		expect(byQuery.text).toBe(byAccept.text);
		const line = byAccept.text.split("\r\n").find((each) => each.includes(guest.id)) ?? "";
		expect(line).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
		expect(line).toContain(`"'=2+5"`);
		expect(line).toContain(`"'@SUM(A1)"`);
		expect(line).toContain('"late","present","2"');
	});

	test("is not measured where no room is: of uploads, of meetings held elsewhere, before the start", async () => {
		const owner = await api.createOrganization();
		const workspace = (await owner.post(`/orgs/${owner.orgId}/workspaces`, { name: "Biology" })).body.data;
		const upload = await owner.post("/meetings/upload/init", {
			workspaceId: workspace.id,
			filename: "lesson.wav",
			contentType: "audio/wav",
			size: 1_000,
		});
		const elsewhere = await openMeeting(owner, { conference: { url: "https://zoom.example/j/1" }, access: "workspace" });
		const scheduled = await openMeeting(owner, { scheduledStart: rfc3339(api.nowMs() + MINUTE_MS) });
		const cancelled = await openMeeting(owner, { scheduledStart: rfc3339(api.nowMs() + MINUTE_MS) });
		await owner.post(`/meetings/${cancelled.id}/cancel`, {});
		const ids = [upload.body.data.meetingId, elsewhere.id, scheduled.id, cancelled.id];

		const answers = await Promise.all(ids.map((id) => attendance.read(owner, { id })));
		const corrected = await owner.patch(`/meetings/${ids[0]}/attendance/par_01jd0z7v9gf2nbrexx3vqjhp41`, {
			status: "present",
			reason: "There",
		});
		await owner.post(`/meetings/${elsewhere.id}/end`, {});
		await api.parley.services.jobs.runDue();

		expect(answers.map((answer) => [...codeOf(answer), answer.body.error.meta.reason])).toEqual([
			[409, "state_conflict", "uploaded"],
			[409, "state_conflict", "held_elsewhere"],
			[409, "state_conflict", "not_begun"],
			[409, "state_conflict", "cancelled"],
		]);
		expect(codeOf(corrected)).toEqual([409, "state_conflict"]);
		expect(await attendance.readyEvents(owner, elsewhere)).toEqual([]);
	});
});

describe("a correction", () => {
	/** Holds a meeting with a guest who was absent. */
	async function held() {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting, "Absent");
		const early = await owner.patch(`/meetings/${meeting.id}/attendance/${guest.id}`, {
			status: "present",
			reason: "Was there",
		});
		minutes(1);
		await end(owner, meeting);
		return { owner, meeting, guest, early, path: `/meetings/${meeting.id}/attendance/${guest.id}` };
	}

	test("counts in place of what was measured, and is audited", async () => {
		const { owner, early, path, meeting, guest } = await held();

		const corrected = await owner.patch(path, { status: "present", reason: " At the other computer " });
		const same = await owner.patch(path, { status: "present", reason: "At the other computer" });
		const stale = await owner.patch(path, { status: "late", reason: "x" }, { headers: { "if-match": '"1"' } });
		const log = await owner.get(`/orgs/${owner.orgId}/audit-logs?action=attendance.correct`);
		const removed = await owner.patch(path, { status: null, reason: "A mistake" });

		expect([...codeOf(early), early.body.error.meta.reason]).toEqual([409, "state_conflict", "not_ready"]);
		expect(corrected.body.data).toMatchObject({
			status: "present",
			measured: "absent",
			corrected: { by: owner.userId, reason: "At the other computer", at: rfc3339(api.nowMs()) },
		});
		expect(same.headers.get("etag")).toBe(corrected.headers.get("etag"));
		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
		expect(log.body.data).toHaveLength(1);
		expect(log.body.data[0]).toMatchObject({
			actor: { id: owner.userId },
			changes: [{ path: "/status", from: "absent", to: "present" }],
		});
		expect(log.body.data[0].targets.map(({ id }: AttendanceRow) => id)).toEqual([guest.id, meeting.id]);
		expect(removed.body.data).toMatchObject({ status: "absent", corrected: null });
	});

	test("is made by those who run the meeting, of a participant of it, with a reason", async () => {
		const { owner, path, meeting } = await held();
		const [pupil, teacher, stranger] = [
			await api.addMember(owner, "student"),
			await api.addMember(owner, "teacher"),
			await api.createOrganization(),
		];
		const body = { status: "present", reason: "Was there" };
		for (const { userId } of [pupil, teacher])
			await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId, role: "member" });

		const answers = [
			await pupil.patch(path, body),
			await teacher.patch(path, body),
			await stranger.patch(path, body),
			await owner.patch(`/meetings/${meeting.id}/attendance/par_01jd0z7v9gf2nbrexx3vqjhp41`, body),
			await owner.patch(path, { status: "present" }),
			await owner.patch(path, { status: "present", reason: "  " }),
			await owner.patch(path, { status: "ill", reason: "Was ill" }),
		];

		expect(answers.map(codeOf)).toEqual([
			[403, "insufficient_scope"],
			[403, "forbidden"],
			[404, "not_found"],
			[404, "not_found"],
			[422, "validation_failed"],
			[422, "validation_failed"],
			[422, "validation_failed"],
		]);
	});

	test("of two at once by one version, one counts", async () => {
		const { owner, path } = await held();
		const by = (status: string) =>
			owner.patch(path, { status, reason: status }, { headers: { "if-match": '"1"' } });

		const answers = await Promise.all([by("late"), by("present")]);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
	});
});

test("a connection costs one write when it opens and one when it closes, and two tabs no more", async () => {
	const owner = await api.createOrganization();
	const meeting = await openMeeting(owner);
	const guest = await guestIn(meeting);
	const stored = () =>
		api.store.acrossTenants.db
			.select()
			.from(attendanceStretches)
			.where(eq(attendanceStretches.meetingId, meeting.id));
	const sockets = [await connect(guest, meeting), await connect(guest, meeting)];
	await until(async () => (await stored()).length > 0);
	minutes(1);
	for (const socket of sockets) socket.close();
	await until(async () => (await stored()).every(({ leftAtMs }) => leftAtMs !== null));

	expect(await stored()).toHaveLength(1);
});
