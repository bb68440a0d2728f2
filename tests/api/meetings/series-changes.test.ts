import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { localDay, seriesBy } from "#tests/support/series";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const stranger = await api.createOrganization();
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, student.userId, "member");

const timesOf = (listed: readonly { readonly occurrence: string }[]) =>
	listed.map(({ occurrence }) => occurrence.slice(5, 16));
const eventTypes = async (id: string) =>
	(await eventsOf(api.store, owner.orgId))
		.filter((event) => JSON.stringify(event).includes(id))
		.map(({ type }) => type);

describe("a change of this and the following", () => {
	test("splits the series, whose meetings move along", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=4", exDates: [localDay(1)] });
		const [first, second, third] = await seriesBy.occurrences(teacher, series.id);

		const split = await seriesBy.patch(
			teacher,
			series.id,
			{ title: "Waves", startsAt: localDay(3, "10:00:00") },
			second?.occurrence,
		);

		const next = split.body.data;
		expect([split.status, next.previousSeriesId, next.rule]).toEqual([200, series.id, "FREQ=DAILY;COUNT=2"]);
		const before = (await seriesBy.get(teacher, series.id)).body.data;
		expect([before.title, before.until, before.exDates]).toEqual(["Optics", localDay(3, "07:59:59"), [localDay(1)]]);
		expect((await seriesBy.occurrences(teacher, series.id)).map(({ id }) => id)).toEqual([first?.id ?? ""]);
		const after = await seriesBy.occurrences(teacher, next.id);
		expect(after.map(({ id, title }) => [id, title])).toEqual([
			[second?.id ?? "", "Waves"],
			[third?.id ?? "", "Waves"],
		]);
		expect(timesOf(after)).toEqual(["01-04T10:00", "01-05T10:00"]);
		expect((await meetings.get(student, second?.id ?? "")).body.data).toMatchObject({
			seriesId: next.id,
			title: "Waves",
		});
		expect(await eventTypes(next.id)).toContain("series.created");
		expect(await eventTypes(series.id)).toContain("series.updated");
	});

	test("at the first occurrence changes the series as a whole", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=2" });

		const changed = await seriesBy.patch(teacher, series.id, { title: "Waves" }, series.nextOccurrences[0]);

		expect(changed.body.data).toMatchObject({ id: series.id, title: "Waves", previousSeriesId: null, version: 2 });
	});

	test("needs an occurrence that has not begun", async () => {
		const series = await seriesBy.made(teacher, physics.id, { startsAt: localDay(-9) });

		for (const from of ["monday", `${localDay(1, "09:00:00")}+01:00`, `${localDay(-2)}+01:00`])
			expect(codeOf(await seriesBy.patch(teacher, series.id, { title: "Waves" }, from))).toEqual([
				400,
				"invalid_request",
			]);
	});
});

describe("a change of all to come", () => {
	test("keeps the meetings of the same days, cancels others and creates those that are missing", async () => {
		const series = await seriesBy.made(teacher, physics.id, {
			rule: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4",
			startsAt: localDay(6),
		});
		const before = await seriesBy.occurrences(teacher, series.id);

		const body = { rule: "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4", startsAt: localDay(6, "09:30:00"), durationMinutes: 90 };
		await seriesBy.patch(teacher, series.id, body);

		const after = await seriesBy.occurrences(teacher, series.id);
		expect(timesOf(after)).toEqual(["01-07T09:30", "01-11T09:30", "01-14T09:30", "01-18T09:30"]);
		expect([after[0]?.id, after[2]?.id]).toEqual([before[0]?.id ?? "", before[2]?.id ?? ""]);
		const gone = (await meetings.get(teacher, before[1]?.id ?? "")).body.data;
		expect(gone).toMatchObject({ state: "cancelled", stateReason: "series", changed: false });
		const moved = (await meetings.get(teacher, after[0]?.id ?? "")).body.data;
		expect(Date.parse(moved.scheduledEnd) - Date.parse(moved.scheduledStart)).toBe(90 * 60_000);

		await seriesBy.patch(teacher, series.id, { rule: series.rule, startsAt: series.startsAt });
		const again = await seriesBy.occurrences(teacher, series.id);
		expect(timesOf(again)).toEqual(timesOf(before));
		expect(again[1]?.id).not.toBe(before[1]?.id ?? "");
	});

	test("leaves a meeting alone that has begun", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=2" });
		const [first] = await seriesBy.occurrences(teacher, series.id);
		await meetings.move(teacher, first?.id ?? "", "start");

		await seriesBy.patch(teacher, series.id, { title: "Waves", startsAt: localDay(1, "09:00:00") });

		const after = await seriesBy.occurrences(teacher, series.id);
		expect(after.map(({ state, title }) => [state, title])).toEqual([
			["live", "Optics"],
			["scheduled", "Waves"],
		]);
		await meetings.move(teacher, first?.id ?? "", "end");
	});

	test("of one version succeeds once", async () => {
		const { id } = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=2" });
		const rename = (title: string) => teacher.patch(`/series/${id}`, { title }, { headers: { "if-match": '"1"' } });
		const etag = (await seriesBy.get(teacher, id)).headers.get("etag") ?? "";

		const answers = await Promise.all(
			["A", "B"].map((title) => teacher.patch(`/series/${id}`, { title }, { headers: { "if-match": etag } })),
		);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
		expect((await rename("C")).status).toBe(412);
	});

	test("that changes nothing is none", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=2" });

		const same = await seriesBy.patch(teacher, series.id, { title: "Optics", rule: "FREQ=DAILY;COUNT=2" });

		expect(same.body.data).toEqual(series);
	});
});

describe("holidays", () => {
	test("are left out of meetings and of what is to come, except further dates", async () => {
		const school = await api.createOrganization();
		const hall = await meetings.createWorkspace(school);
		const body = { rule: "FREQ=DAILY;COUNT=5", rDates: [localDay(3, "15:00:00")] };
		const series = await seriesBy.made(school, hall.id, body);
		const before = await seriesBy.occurrences(school, series.id);
		expect(before).toHaveLength(6);

		const days = { from: localDay(2).slice(0, 10), to: localDay(3).slice(0, 10), name: "Snow" };
		expect((await school.put(`/orgs/${school.orgId}/holidays`, { holidays: [days] })).status).toBe(200);
		await api.parley.services.jobs.runDue("series.align_all");

		const after = await seriesBy.occurrences(school, series.id);
		expect(timesOf(after)).toEqual(["01-02T08:00", "01-04T15:00", "01-05T08:00", "01-06T08:00"]);
		expect((await meetings.get(school, before[1]?.id ?? "")).body.data).toMatchObject({
			state: "cancelled",
			stateReason: "series",
		});
	});
});

describe("a deleted series", () => {
	test("has its meetings cancelled, but for those that have begun", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=3" });
		const [first, second] = await seriesBy.occurrences(teacher, series.id);
		await meetings.move(teacher, first?.id ?? "", "start");

		const answers = await Promise.all([seriesBy.remove(teacher, series.id), seriesBy.remove(owner, series.id)]);

		expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
		expect((await meetings.get(teacher, second?.id ?? "")).body.data).toMatchObject({
			state: "cancelled",
			seriesId: series.id,
		});
		expect((await meetings.move(teacher, first?.id ?? "", "end")).body.data).toMatchObject({ seriesId: series.id });
	});

	test("from an occurrence ends before it", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=3" });
		const listed = await seriesBy.occurrences(teacher, series.id);

		expect((await seriesBy.remove(teacher, series.id, listed[1]?.occurrence)).status).toBe(204);

		expect((await seriesBy.occurrences(teacher, series.id)).map(({ id }) => id)).toEqual([listed[0]?.id ?? ""]);
	});
});

describe("a series is out of reach", () => {
	test("of those who do not run its meetings", async () => {
		const { id } = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=1" });
		const refused = async (by: typeof owner) => [
			codeOf(await seriesBy.patch(by, id, { title: "Mine" })),
			codeOf(await seriesBy.remove(by, id)),
			codeOf(await by.post(`/series/${id}/join-code`)),
		];

		expect(await refused(student)).toEqual(Array.from({ length: 3 }, () => [403, "insufficient_scope"]));
		expect(await refused(stranger)).toEqual(Array.from({ length: 3 }, () => [404, "not_found"]));
		expect(codeOf(await seriesBy.get(stranger, id))).toEqual([404, "not_found"]);
		expect((await seriesBy.patch(owner, id, { title: "Ours" })).status).toBe(200);
	});

	test("of members where it is for invited people", async () => {
		const { id } = await seriesBy.made(teacher, physics.id, {
			rule: "FREQ=DAILY;COUNT=1",
			access: "invited",
			title: "Secret",
		});

		expect(codeOf(await seriesBy.get(student, id))).toEqual([404, "not_found"]);
		expect((await student.get(`/workspaces/${physics.id}/series?limit=200`)).text).not.toContain(id);
		expect((await owner.get(`/workspaces/${physics.id}/series?limit=200`)).text).toContain(id);
	});

	test("of changes while its workspace is archived", async () => {
		const attic = await meetings.createWorkspace(teacher);
		const { id, nextOccurrences } = await seriesBy.made(teacher, attic.id, { startsAt: localDay(90) });
		await teacher.delete(`/workspaces/${attic.id}`);

		const answers = [
			await seriesBy.create(teacher, attic.id),
			await seriesBy.patch(teacher, id, { title: "Waves" }),
			await seriesBy.make(teacher, id, nextOccurrences[0]),
		];
		expect(answers.map(codeOf)).toEqual(Array.from({ length: 3 }, () => [409, "state_conflict"]));
		expect((await seriesBy.get(teacher, id)).status).toBe(200);
	});
});
