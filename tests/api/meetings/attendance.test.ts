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

const api = await useHarness({ isServed: true, env: { MEETING_MAX_HOURS: "1" } });
const attendance = attendanceOf(api);
const { openMeeting, guestIn, connect, enter, leave, end, minutes, rowOf, rows } = attendance;

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
		await leave(owner, meeting, { id: brief.guest.id, socket: brief.socket });
		minutes(3);
		await in_("Late");
		await leave(owner, meeting, { id: left.guest.id, socket: left.socket });
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
		await leave(owner, meeting, { id: guest.id, socket });
		minutes(7);

		const final = await end(owner, meeting);

		// Held from minute 4 to minute 13, of which 4 to 6 count.
		expect(statusesOf(final)).toMatchObject({ Punctual: "present 2" });
	});

	test("that ended by itself ended when the last one left", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting, "Last");
		const socket = await connect(guest, meeting);
		minutes(10);
		await leave(owner, meeting, { id: guest.id, socket });
		minutes(60);

		const system = { ...api.as(await api.signInSystem()), orgId: owner.orgId };
		await until(async () => (await attendance.readyEvents(system, meeting)).length > 0);
		const final = await rows(system, meeting);

		expect(statusesOf(final)).toMatchObject({ Last: "present 10" });
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
		const running = await attendance.read(owner, meeting, "?include=thresholds&fields=thresholds");
		const before = await end(owner, meeting);

		const reset = await owner.patch(path, { attendance: { lateAfterMinutes: null } });
		const after = await rows(owner, meeting);
		const shown = await attendance.read(owner, meeting, "?include=thresholds&fields=thresholds");
		const unknown = await attendance.read(owner, meeting, "?include=settings");

		expect(set.body.data.attendance).toEqual({ lateAfterMinutes: 0, leftEarlyMinutes: 5, presentPercent: 0 });
		expect(reset.body.data.attendance).toEqual({ lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 0 });
		expect(after).toEqual(before);
		for (const { body } of [running, shown]) expect(body.data).toContainEqual({ thresholds: set.body.data.attendance });
		expect(codeOf(unknown)).toEqual([400, "invalid_request"]);
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
		await leave(owner, meeting, { id, socket: second });

		const row = (await end(owner, meeting)).find((each) => each.participantId === id);

		expect(row).toMatchObject({ minutes: 6, userId: pupil.userId, intervals: [expect.anything()] });
	});

	test("lasts over a reload, and not over a longer absence", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const first = await connect(guest, meeting);
		minutes(2);
		await leave(owner, meeting, { id: guest.id, socket: first });
		api.advanceMs(MINUTE_MS - 1);
		const second = await connect(guest, meeting);
		const reloaded = await rowOf(owner, meeting, guest.id);
		minutes(1);
		await leave(owner, meeting, { id: guest.id, socket: second });
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

test("a connection costs one write when it opens and one when it closes, and two tabs no more", async () => {
	const owner = await api.createOrganization();
	const meeting = await openMeeting(owner);
	const guest = await guestIn(meeting);
	const stored = () =>
		api.store.acrossTenants.db.select().from(attendanceStretches).where(eq(attendanceStretches.meetingId, meeting.id));
	const sockets = [await connect(guest, meeting), await connect(guest, meeting)];
	await until(async () => (await stored()).length > 0);
	minutes(1);
	for (const socket of sockets) socket.close();
	await until(async () => (await stored()).every(({ leftAtMs }) => leftAtMs !== null));

	expect(await stored()).toHaveLength(1);
});
