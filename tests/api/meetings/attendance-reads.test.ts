import { describe, expect } from "bun:test";
import { rfc3339 } from "#kernel/clock";
import { type AttendanceRow, attendanceOf, MINUTE_MS } from "#tests/support/attendance";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest as test } from "#tests/support/target";

const api = await useHarness({ isServed: true });
const attendance = attendanceOf(api);
const { openMeeting, guestIn, connect, enter, end, minutes, rows } = attendance;

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

		const live = {
			all: await read(owner),
			pupil: await read(pupil),
			guest: await read(guest),
			other: await read(colleague),
		};
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
		const elsewhere = await openMeeting(owner, {
			conference: { url: "https://zoom.example/j/1" },
			access: "workspace",
		});
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
		const by = (status: string) => owner.patch(path, { status, reason: status }, { headers: { "if-match": '"1"' } });

		const answers = await Promise.all([by("late"), by("present")]);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
	});
});
