/** A class from September to June, held week by week: its attendance is one file that adds up to the minute. */
import { expect, test } from "bun:test";
import { type AttendanceRow, attendanceOf } from "#tests/support/attendance";
import { castOf } from "#tests/support/cast";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { seriesBy } from "#tests/support/series";
import { seriesAttendanceOf } from "#tests/support/series-attendance";
import { inProcessDescribe } from "#tests/support/target";

const PUPILS = 30;
const LESSON_MINUTES = 14;
/** When pupils who are late come, and when those who leave early go, in minutes from the start. */
const [LATE, EARLY] = [6, 8];
const MINUTE_MS = 60_000;
const ZONE = "Europe/Berlin";

const api = await useHarness({ isServed: true });
const owner = await api.createOrganization();
const names = Array.from({ length: PUPILS }, (_, pupil) => `pupil${pupil}`);
const cast = castOf<string>(api, {
	owner,
	teacher: await api.addMember(owner, "teacher"),
	...Object.fromEntries(
		await Promise.all(names.map(async (name) => [name, await api.addMember(owner, "student")] as const)),
	),
});
const who = (name: string) => {
	const person = cast.of[name];
	if (person === undefined) throw new Error(`there is no ${name}`);
	return person;
};
const { enter, leave, end } = attendanceOf(api);
const { table, lines } = seriesAttendanceOf(api, cast);

/** How a pupil attends the n-th lesson: two are there, two come late, two leave early, and the others are ill. */
function visitOf(pupil: number, lesson: number): "present" | "late" | "left_early" | "absent" {
	return (["present", "late", "left_early"] as const)[(pupil + 15 * PUPILS - lesson) % 15] ?? "absent";
}
const MINUTES = { present: LESSON_MINUTES, late: LESSON_MINUTES - LATE, left_early: EARLY, absent: 0 };

const passTo = (ms: number) => api.advanceMs(ms - api.nowMs());

/** Holds a lesson at its time, as the pupils attend it. */
async function hold(meetingId: string, lesson: number): Promise<void> {
	await cast.renew("owner", "teacher");
	const { scheduledStart } = (await meetings.get(who("teacher"), meetingId)).body.data;
	passTo(Date.parse(scheduledStart));
	const of = (visit: string) => names.filter((_, pupil) => visitOf(pupil, lesson) === visit);
	await cast.renew("owner", "teacher", ...of("present"), ...of("late"), ...of("left_early"));
	const meeting = { id: meetingId };
	const started = await meetings.move(who("teacher"), meetingId, "start");
	if (started.status !== 200) throw new Error(`starting failed: ${started.text}`);
	const come = (some: readonly string[]) => Promise.all(some.map((name) => enter(who(name), meeting)));
	const here = await come(of("present"));
	const leaving = await come(of("left_early"));
	api.advanceMs(LATE * MINUTE_MS);
	here.push(...(await come(of("late"))));
	api.advanceMs((EARLY - LATE) * MINUTE_MS);
	await leave(who("owner"), meeting, ...leaving);
	api.advanceMs((LESSON_MINUTES - EARLY) * MINUTE_MS);
	await end(who("owner"), meeting);
	for (const { socket } of here) socket.close();
}

inProcessDescribe("the attendance of a school year", () => {
	test("adds up, over holidays, clock changes, and changes of the lessons", async () => {
		const holidays = [
			{ name: "Autumn", from: "2030-10-14", to: "2030-10-25" },
			{ name: "Christmas", from: "2030-12-23", to: "2031-01-03" },
			{ name: "Easter", from: "2031-04-07", to: "2031-04-18" },
		];
		const kept = await owner.put(`/orgs/${owner.orgId}/holidays`, { holidays });
		expect([kept.status, kept.status === 200 ? "" : kept.text]).toEqual([200, ""]);
		passTo(Date.parse("2030-08-26T08:00:00Z"));
		await cast.renew();
		const teacher = () => who("teacher");
		const workspace = await meetings.createWorkspace(teacher());
		const first = await seriesBy.made(teacher(), workspace.id, {
			title: "Optics",
			rule: "FREQ=WEEKLY;BYDAY=MO",
			startsAt: "2030-09-02T08:00:00",
			until: "2031-06-23T23:59:59",
			timezone: ZONE,
			durationMinutes: LESSON_MINUTES,
			participants: names.map((name) => ({ userId: who(name).userId })),
		});
		const planned = (await seriesBy.occurrences(teacher(), first.id)).map(({ occurrence }) => occurrence);
		const [moved, cancelled] = ["2030-11-11", "2031-01-20"];
		const fromMarch = planned.find((occurrence) => occurrence >= "2031-03-01") ?? "";

		const held: string[] = [];
		let series = first;
		for (const occurrence of planned) {
			const date = occurrence.slice(0, 10);
			passTo(Date.parse(occurrence) - 24 * 60 * MINUTE_MS);
			await cast.renew("owner", "teacher");
			if (occurrence === fromMarch) {
				const body = { title: "Waves", startsAt: `${date}T10:00:00` };
				const answer = await seriesBy.patch(teacher(), first.id, body, occurrence);
				expect([answer.status, answer.body.data?.previousSeriesId]).toEqual([200, first.id]);
				series = answer.body.data;
			}
			const [listed] = await seriesBy.occurrences(teacher(), series.id, `from=${date}T00:00:00Z`);
			const { id } = (await seriesBy.make(teacher(), series.id, listed?.occurrence ?? "")).body.data;
			if (date === cancelled) await meetings.move(teacher(), id, "cancel");
			if (date === moved) await meetings.patch(teacher(), id, { scheduledStart: "2030-11-12T11:30:00.000Z" });
			if (date === cancelled) continue;
			await hold(id, held.length);
			held.push(date === moved ? "2030-11-12" : date);
		}

		await cast.renew("teacher");
		const data = await table(teacher(), series.id);
		const file = await lines(teacher(), series.id);

		// 43 Mondays, of which 6 are holidays, and one was cancelled.
		expect([planned.length, held.length]).toEqual([37, 36]);
		expect([...new Set(file.map(({ date }) => date))]).toEqual(held);
		expect([...new Set(planned.map((occurrence) => occurrence.slice(10)))]).toEqual([
			"T08:00:00+02:00",
			"T08:00:00+01:00",
		]);
		expect([...new Set(data.meetings.map(({ occurrence }: AttendanceRow) => occurrence.slice(10)))]).toEqual([
			"T08:00:00+02:00",
			"T08:00:00+01:00",
			"T10:00:00+01:00",
			"T10:00:00+02:00",
		]);
		for (const [pupil, name] of names.entries()) {
			const visits = held.map((_, lesson) => visitOf(pupil, lesson));
			const { userId } = who(name);
			const ofPupil = file.filter((line) => line.userId === userId);
			const countOf = (status: string) => visits.filter((visit) => visit === status).length;
			const minutes = visits.reduce((sum, visit) => sum + MINUTES[visit], 0);
			expect(ofPupil.map(({ status }) => status)).toEqual(visits);
			expect(ofPupil.reduce((sum, line) => sum + Number(line.minutes), 0)).toBe(minutes);
			expect(data.rows.find((row: AttendanceRow) => row.userId === userId)).toMatchObject({
				present: countOf("present"),
				late: countOf("late"),
				leftEarly: countOf("left_early"),
				absent: countOf("absent"),
				minutes,
			});
		}
		const perLesson = 2 * (MINUTES.present + MINUTES.late + MINUTES.left_early);
		expect(file.reduce((sum, line) => sum + Number(line.minutes), 0)).toBe(36 * perLesson);
	}, 300_000);
});
