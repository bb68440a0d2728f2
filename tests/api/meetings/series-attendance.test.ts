/** The attendance of a series: a term as one table, that adds up. */
import { describe, expect } from "bun:test";
import { type AttendanceRow, attendanceOf } from "#tests/support/attendance";
import { castOf } from "#tests/support/cast";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { localDay, seriesBy } from "#tests/support/series";
import { seriesAttendanceOf } from "#tests/support/series-attendance";
import { inProcessTest as test } from "#tests/support/target";

const api = await useHarness({ isServed: true });
const owner = await api.createOrganization();
const cast = castOf(api, {
	owner,
	teacher: await api.addMember(owner, "teacher"),
	ada: await api.addMember(owner, "student"),
	ben: await api.addMember(owner, "student"),
	outsider: await api.addMember(owner, "student"),
	colleague: await api.addMember(owner, "teacher"),
	stranger: await api.createOrganization(),
});
const { held, read, table, lines, rowOf } = seriesAttendanceOf(api, cast);
const { guestIn, connect, end, minutes } = attendanceOf(api);

/** Creates a series of some lessons in a new workspace, and returns it with its meetings. */
async function lessons(count: number, body: Record<string, unknown> = {}) {
	await cast.renew();
	const { teacher, ada, ben, colleague } = cast.of;
	const workspace = await meetings.createWorkspace(teacher);
	for (const { userId } of [ada, ben]) await meetings.join(teacher, workspace.id, userId, "member");
	await meetings.join(teacher, workspace.id, colleague.userId, "host");
	const series = await seriesBy.made(teacher, workspace.id, { rule: `FREQ=DAILY;COUNT=${count}`, ...body });
	const listed = await seriesBy.occurrences(teacher, series.id);
	return { series, workspace, listed, ids: listed.map(({ id }) => id ?? "") };
}

const idsOf = ({ meetings: columns }: AttendanceRow): string[] =>
	columns.map(({ meetingId }: AttendanceRow) => meetingId);

describe("the attendance of a series", () => {
	test("is one table of its lessons, which adds up", async () => {
		const { series, ids } = await lessons(3);
		await held(ids[0] ?? "", { ada: 10, ben: 3 });
		const second = await held(ids[1] ?? "", { ada: 4 });
		const { teacher, ada, ben } = cast.of;
		const { participantId } = second.find(({ userId }) => userId === ada.userId);
		const reason = "The network failed";
		await teacher.patch(`/meetings/${ids[1]}/attendance/${participantId}`, { status: "present", reason });

		const data = await table(teacher, series.id);
		const { meetings: ruled } = await table(teacher, series.id, "?include=thresholds");
		const file = await lines(teacher, series.id);

		expect(data.seriesId).toBe(series.id);
		expect(data.meetings.map(({ meetingId, attendance }: AttendanceRow) => [meetingId, attendance])).toEqual([
			[ids[0], "ready"],
			[ids[1], "ready"],
		]);
		const thresholds = { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 };
		expect(ruled).toEqual(data.meetings.map((meeting: AttendanceRow) => ({ ...meeting, thresholds })));
		expect(rowOf(data, ada)).toMatchObject({ present: 2, late: 0, leftEarly: 0, absent: 0, minutes: 14 });
		expect(rowOf(data, ada).cells).toMatchObject([
			{ meetingId: ids[0], status: "present", measured: "present", minutes: 10, corrected: null },
			{ meetingId: ids[1], status: "present", measured: "absent", minutes: 4, participantId },
		]);
		expect(rowOf(data, ada).cells[1].corrected).toMatchObject({ by: teacher.userId, reason });
		expect(rowOf(data, ben)).toMatchObject({ present: 0, absent: 1, minutes: 3, cells: [{ meetingId: ids[0] }] });
		expect(rowOf(data, teacher)).toMatchObject({ absent: 2, minutes: 0 });
		const summed = Map.groupBy(file, ({ userId }) => userId);
		const minutesOf = ({ userId }: { userId: string }) =>
			summed.get(userId)?.reduce((sum, line) => sum + Number(line.minutes), 0);
		expect([ada, ben, teacher].map(minutesOf)).toEqual([14, 3, 0]);
		expect(file).toHaveLength(5);
		expect(new Set(file.map(({ date }) => date))).toEqual(new Set(["2030-01-01"]));
		expect(file.filter(({ measured, status }) => measured !== status)).toMatchObject([{ status: "present", reason }]);
	});

	test("is shown as each meeting shows it: all to its hosts, their own to other participants", async () => {
		const { series, ids } = await lessons(2);
		await held(ids[0] ?? "", { ada: 10, ben: 10 });
		const private_ = ids[1] ?? "";
		await meetings.patch(cast.of.teacher, private_, { access: "invited" });
		await held(private_, {});
		const { teacher, ada, colleague, outsider, stranger } = cast.of;

		const [all, own, others, ofOwner] = await Promise.all(
			[teacher, ada, colleague, cast.of.owner].map((by) => table(by, series.id)),
		);
		const refused = await Promise.all([outsider, stranger].map((by) => read(by, series.id)));

		expect([idsOf(all), all.rows.length]).toEqual([ids, 3]);
		expect(ofOwner).toEqual(all);
		expect(idsOf(own)).toEqual([ids[0] ?? ""]);
		expect(own.rows).toEqual([rowOf(all, ada)]);
		expect(idsOf(others)).toEqual([ids[0] ?? ""]);
		expect(others.rows).toHaveLength(3);
		expect(refused.map(codeOf)).toEqual([
			[404, "not_found"],
			[404, "not_found"],
		]);
		expect((await lines(ada, series.id)).map(({ userId }) => userId)).toEqual([ada.userId]);
	});

	test("is read by participants of lessons whose series they do not see", async () => {
		const { series, ids } = await lessons(2, { access: "invited" });
		await cast.of.teacher.post(`/meetings/${ids[0]}/participants`, { userId: cast.of.outsider.userId });
		await held(ids[0] ?? "", { outsider: 10 });
		const { ada, outsider } = cast.of;

		const own = await table(outsider, series.id);

		expect(own.rows).toMatchObject([{ userId: outsider.userId, present: 1, minutes: 10 }]);
		expect(codeOf(await read(ada, series.id))).toEqual([404, "not_found"]);
	});

	test("does not take two guests for one because they give the same name, and no spreadsheet executes it", async () => {
		const { series, ids } = await lessons(2, { access: "link", title: "=2+5" });
		const name = '=HYPERLINK("http://x","y")';
		for (const id of ids) {
			await cast.renew();
			await meetings.move(cast.of.teacher, id, "start");
			const { joinUrl } = (await meetings.get(cast.of.teacher, id)).body.data;
			const meeting = { id, code: String(joinUrl).split("#")[1] ?? "" };
			const guest = await guestIn(meeting, name);
			await connect(guest, meeting);
			expect(codeOf(await read(guest, series.id))).toEqual([403, "insufficient_scope"]);
			minutes(2);
			await end(cast.of.owner, meeting);
		}

		const data = await table(cast.of.teacher, series.id);
		const { text, headers } = await read(cast.of.teacher, series.id, "?format=csv");

		const guests = data.rows.filter((row: AttendanceRow) => row.name === name);
		expect(guests).toMatchObject([
			{ userId: null, present: 1, minutes: 2, cells: [{ meetingId: ids[0] }] },
			{ userId: null, present: 1, minutes: 2, cells: [{ meetingId: ids[1] }] },
		]);
		expect(new Set(guests.map(({ participantId }: AttendanceRow) => participantId)).size).toBe(2);
		expect(
			text.split("\r\n").filter((line) => line.includes(`"'=2+5","'=HYPERLINK(""http://x"",""y"")"`)),
		).toHaveLength(2);
		expect(headers.get("content-disposition")).toContain(".csv");
	});
});

describe("a series that was split", () => {
	test("is read as one, and in part by the time of its occurrences", async () => {
		const { series, listed, ids } = await lessons(4);
		const [opening = "", , third = ""] = ids;
		await held(opening, { ada: 10 });
		const from = listed[2]?.occurrence ?? "";
		const next = (await seriesBy.patch(cast.of.teacher, series.id, { title: "Waves" }, from)).body.data;
		await held(third, { ada: 4, ben: 10 });
		const { teacher, ada } = cast.of;
		const since = `?from=${encodeURIComponent(listed[1]?.occurrence ?? "")}`;
		const before = `?to=${encodeURIComponent(from)}`;

		const [whole, first, late, early] = await Promise.all([
			table(teacher, next.id),
			table(teacher, series.id),
			table(teacher, next.id, since),
			table(teacher, next.id, before),
		]);

		expect(next.previousSeriesId).toBe(series.id);
		expect([whole, first, late, early].map(idsOf)).toEqual([[opening, third], [opening], [third], [opening]]);
		expect(whole.meetings.map(({ title }: AttendanceRow) => title)).toEqual(["Optics", "Waves"]);
		expect(rowOf(whole, ada)).toMatchObject({ present: 1, absent: 1, minutes: 14 });
		expect((await lines(teacher, next.id, before)).map(({ meetingId }) => meetingId)).toEqual([opening, opening]);
		await seriesBy.remove(teacher, series.id);
		expect(idsOf(await table(teacher, next.id))).toEqual([opening, third]);
	});

	test("has bounds that are times", async () => {
		const { series } = await lessons(1, { startsAt: localDay(2) });

		const answers = await Promise.all(
			["?from=monday", "?to=2030-13-01T00:00:00Z", "?fields=pupils", "?format=xlsx"].map((query) =>
				read(cast.of.teacher, series.id, query),
			),
		);

		expect(answers.map(codeOf)).toEqual([
			[400, "invalid_request"],
			[400, "invalid_request"],
			[400, "invalid_fields"],
			[400, "invalid_request"],
		]);
		expect(await table(cast.of.teacher, series.id, "?fields=rows(name,minutes)")).toEqual({ rows: [] });
	});
});
