/** A class through a school year, as its pupils' calendars and the API show it. */
import { expect, test } from "bun:test";
import { eventCount, feedOf, readCalendar } from "#tests/support/calendars";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { seriesBy } from "#tests/support/series";
import { inProcessDescribe } from "#tests/support/target";

const DAY_MS = 86_400_000;
/** How far feeds look back. */
const BACK_MS = 92 * DAY_MS;

const api = await useHarness();

inProcessDescribe("a weekly class from September to June", () => {
	test("has the same times in calendars and the API, from its plan to its end", async () => {
		const owner = await api.createOrganization({ name: "Green Valley" });
		const key = { name: "Timetable", scopes: ["meeting:read", "meeting:write", "workspace:read"] };
		const timetable = api.as((await owner.post(`/orgs/${owner.orgId}/api-keys`, key)).body.data.key);
		const teacher = await api.addMember(owner, "teacher");
		const physics = await meetings.createWorkspace(teacher);
		const pupils = await Promise.all(Array.from({ length: 30 }, () => api.addMember(owner, "student")));
		for (const { userId } of pupils) await meetings.join(teacher, physics.id, userId, "member");
		const feeds = await Promise.all(pupils.map((pupil) => feedOf(api, pupil)));
		const holidays = [
			{ from: "2030-10-21", to: "2030-11-01", name: "Autumn" },
			{ from: "2030-12-23", to: "2031-01-06", name: "Winter" },
			{ from: "2031-04-07", to: "2031-04-21", name: "Spring" },
		];
		expect((await owner.put(`/orgs/${owner.orgId}/holidays`, { holidays })).status).toBe(200);
		const weekly = { rule: "FREQ=WEEKLY;BYDAY=MO", startsAt: "2030-09-02T08:00:00", until: "2031-06-27" };
		const first = await seriesBy.made(teacher, physics.id, weekly);
		const seriesIds: string[] = [first.id];

		/** Returns the times of both, in the range of feeds. */
		async function bothAt(): Promise<{ calendar: string[]; listed: string[]; file: string }> {
			const found = await Promise.all(seriesIds.map((id) => seriesBy.occurrences(timetable, id)));
			const held = found.flat().filter(({ state }) => state !== "cancelled");
			const listed = held
				.map(({ scheduledStart }) => new Date(scheduledStart).toISOString())
				.filter((start) => Date.parse(start) >= api.nowMs() - BACK_MS)
				.sort();
			const file = (await feeds[0]?.()) ?? "";
			return { calendar: readCalendar(file).map(({ startsAtMs }) => new Date(startsAtMs).toISOString()), listed, file };
		}

		const planned = await bothAt();
		expect(planned.calendar).toEqual(planned.listed);
		expect(eventCount(planned.file)).toBe(1);
		// 43 Mondays, of which eight are holidays.
		expect(planned.calendar).toHaveLength(35);
		expect(planned.calendar).toContain("2030-10-14T06:00:00.000Z");
		expect(planned.calendar).toContain("2030-11-04T07:00:00.000Z");
		expect(planned.calendar).toContain("2031-03-31T06:00:00.000Z");

		const created = async (day: string) =>
			(await seriesBy.make(timetable, first.id, `${day}T08:00:00+01:00`)).body.data?.id ?? "";
		const trip = { scheduledStart: "2030-11-12T12:00:00Z", durationMinutes: 120, title: "Trip" };
		expect((await meetings.patch(timetable, await created("2030-11-11"), trip)).status).toBe(200);
		expect((await meetings.move(timetable, await created("2030-11-18"), "cancel")).status).toBe(200);
		const from = "2031-03-03T08:00:00+01:00";
		const moved = { rule: "FREQ=WEEKLY;BYDAY=TU", startsAt: "2031-03-04T10:15:00" };
		const split = await seriesBy.patch(timetable, first.id, moved, from);
		expect(split.status).toBe(200);
		seriesIds.push(split.body.data.id);

		const changed = await bothAt();
		expect(changed.calendar).toEqual(changed.listed);
		expect(eventCount(changed.file)).toBe(2);
		expect(changed.calendar).toContain("2030-11-12T12:00:00.000Z");
		expect(changed.calendar).not.toContain("2030-11-18T07:00:00.000Z");
		expect(changed.calendar).toContain("2031-03-25T09:15:00.000Z");
		expect(changed.calendar).toContain("2031-04-01T08:15:00.000Z");
		const files = await Promise.all(feeds.map((read) => read()));
		expect(new Set(files).size).toBe(1);

		for (let at = api.nowMs(); at < Date.UTC(2031, 6, 1); at += 45 * DAY_MS) {
			api.advanceMs(45 * DAY_MS);
			await api.parley.services.jobs.runDue("series.align");
			const then = await bothAt();
			expect(then.calendar).toEqual(then.listed);
		}
	}, 60_000);
});
