import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { localDay, seriesBy } from "#tests/support/series";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const colleague = await api.addMember(owner, "teacher");
const stranger = await api.createOrganization();
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, student.userId, "member");

const faultsOf = (answer: {
	readonly body: { readonly error: { readonly errors: { path: string; message: string }[] } };
}) => answer.body.error.errors.map(({ path }) => path);

describe("a new series", () => {
	test("has the defaults of meetings, and its next occurrences", async () => {
		const created = await seriesBy.create(teacher, physics.id, { rule: "freq=daily;count=3" });

		const { data } = created.body;
		expect(created.status).toBe(201);
		expect(created.headers.get("location")).toBe(`${api.config.publicUrl.href}/series/${data.id}`);
		expect(data).toMatchObject({
			workspaceId: physics.id,
			title: "Optics",
			kind: "class",
			rule: "FREQ=DAILY;COUNT=3",
			startsAt: localDay(1),
			durationMinutes: 45,
			language: "en-US",
			recordingPolicy: { mode: "manual", consent: "required" },
			access: "workspace",
			joinCode: "each",
			hostId: teacher.userId,
			previousSeriesId: null,
			version: 1,
		});
		expect(data.nextOccurrences).toHaveLength(3);
		expect((await seriesBy.get(student, data.id)).body.data).toEqual(data);
		const listed = await student.get(`/workspaces/${physics.id}/series?q=opt`);
		expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(data.id);
	});

	test("has the meetings of the next 60 days, which are as it says", async () => {
		const series = await seriesBy.made(teacher, physics.id, {
			access: "link",
			recording: { mode: "auto", consent: "disabled" },
			participants: [{ userId: student.userId }],
			description: "Waves",
		});

		await api.parley.services.jobs.runDue("series.align");

		const listed = await seriesBy.occurrences(teacher, series.id);
		const made = listed.filter(({ id }) => id !== null);
		expect([listed.length, made.length]).toEqual([730, 59]);
		const first = (await meetings.get(teacher, made[0]?.id ?? "")).body.data;
		expect(first).toMatchObject({
			seriesId: series.id,
			occurrence: series.nextOccurrences[0],
			changed: false,
			title: "Optics",
			description: "Waves",
			state: "scheduled",
			hostId: teacher.userId,
			access: "link",
			recordingPolicy: { mode: "auto", consent: "disabled" },
			scheduledStart: new Date(series.nextOccurrences[0]).toISOString(),
		});
		expect(first.joinUrl).toContain("#");
		const people = (await teacher.get(`/meetings/${first.id}/participants`)).body.data;
		expect(people.map(({ userId }: { userId: string }) => userId)).toEqual([teacher.userId, student.userId]);
		const { body } = await student.get("/notifications");
		expect(body.data.filter(({ kind }: { kind: string }) => kind === "meeting.invited")).toHaveLength(1);
	});

	test("is refused with all that is wrong, each at its member", async () => {
		const refused = await seriesBy.create(teacher, physics.id, {
			rule: "FREQ=HOURLY",
			startsAt: "2030-02-30T08:00:00",
			timezone: "Berlin",
			until: "soon",
			exDates: [localDay(2), "2030-01-02"],
		});

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(faultsOf(refused).sort()).toEqual(["/exDates/1", "/rule", "/startsAt", "/timezone", "/until"]);
	});

	test.each([
		["/rule", { rule: "FREQ=DAILY;COUNT=1500" }],
		["/rule", { rule: "FREQ=WEEKLY;COUNT=200" }],
		["/rule", { rule: "FREQ=DAILY;COUNT=1", exDates: [localDay(1)] }],
		["/rule", { rule: "FREQ=DAILY;UNTIL=20380101T000000Z" }],
		["/startsAt", { startsAt: "9998-01-07T09:00:00" }],
		["/until", { until: "2040-01-07" }],
		["/until", { until: "2020-01-07" }],
		["/rDates/0", { rDates: ["2040-01-07T09:00:00"] }],
		["/participants/0/userId", { participants: [{ userId: stranger.userId }] }],
		["/recording/consent", { recording: { consent: "optional" } }],
	])("is limited at %s: %j", async (path, body) => {
		const refused = await seriesBy.create(teacher, physics.id, body);

		expect([codeOf(refused), faultsOf(refused)]).toEqual([[422, "validation_failed"], [path]]);
	});

	test("is of those who hold meetings in the workspace", async () => {
		const answers = [student, colleague, stranger].map((by) => seriesBy.create(by, physics.id));

		expect((await Promise.all(answers)).map(codeOf)).toEqual([
			[403, "insufficient_scope"],
			[404, "not_found"],
			[404, "not_found"],
		]);
	});
});

describe("across the clock changes", () => {
	test.each([
		["Europe/Berlin", "2030-03-25T08:00:00", ["+01:00", "+02:00"]],
		["Europe/Berlin", "2030-10-21T08:00:00", ["+02:00", "+01:00"]],
		["America/New_York", "2030-03-04T08:00:00", ["-05:00", "-04:00"]],
		["America/New_York", "2030-10-28T08:00:00", ["-04:00", "-05:00"]],
	])("a class in %s from %s stays at eight", async (timezone, startsAt, offsets) => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=WEEKLY;COUNT=2", startsAt, timezone });

		const listed = await seriesBy.occurrences(teacher, series.id);
		expect(listed.map(({ occurrence }) => occurrence.slice(10))).toEqual(offsets.map((each) => `T08:00:00${each}`));
		const made = await seriesBy.make(teacher, series.id, listed[1]?.occurrence ?? "");
		expect(made.body.data.scheduledStart).toBe(new Date(listed[1]?.occurrence ?? "").toISOString());
	});
});

describe("an occurrence", () => {
	test("more than 60 days ahead gets its meeting once, by however many ask", async () => {
		const startsAt = localDay(100);
		const series = await seriesBy.made(teacher, physics.id, { startsAt, rule: "FREQ=DAILY;COUNT=2" });
		const [first] = await seriesBy.occurrences(teacher, series.id);
		const occurrence = first?.occurrence ?? "";
		expect(first?.id).toBeNull();

		const answers = await Promise.all([teacher, owner, teacher].map((by) => seriesBy.make(by, series.id, occurrence)));

		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
		expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
		const utc = new Date(occurrence).toISOString();
		expect((await seriesBy.make(teacher, series.id, utc)).body.data).toEqual(answers[0]?.body.data);
		expect((await seriesBy.occurrences(teacher, series.id)).map(({ id }) => id === null)).toEqual([false, true]);
	});

	test("that the series does not have, or that is over, gets none", async () => {
		const series = await seriesBy.made(teacher, physics.id, { startsAt: localDay(-30), exDates: [localDay(3)] });

		for (const days of [-3, 3, 900]) {
			const refused = await seriesBy.make(teacher, series.id, `${localDay(days)}+01:00`);
			expect([codeOf(refused), faultsOf(refused)]).toEqual([[422, "validation_failed"], ["/occurrence"]]);
		}
		expect(codeOf(await seriesBy.make(student, series.id, series.nextOccurrences[0]))).toEqual([
			403,
			"insufficient_scope",
		]);
		expect(codeOf(await seriesBy.make(stranger, series.id, series.nextOccurrences[0]))).toEqual([404, "not_found"]);
	});

	test("that was changed or cancelled by itself stays so when the series changes", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=4" });
		const [moved, cancelled, deleted, plain] = await seriesBy.occurrences(teacher, series.id);
		const patched = await meetings.patch(teacher, moved?.id ?? "", { scheduledStart: localDay(1, "17:00:00") });
		expect(patched.body.data).toMatchObject({ changed: true, occurrence: moved?.occurrence });
		await meetings.move(teacher, cancelled?.id ?? "", "cancel");
		await meetings.remove(teacher, deleted?.id ?? "");

		const changed = await seriesBy.patch(teacher, series.id, { title: "Waves", startsAt: localDay(1, "09:00:00") });

		expect([changed.status, changed.body.data.title]).toEqual([200, "Waves"]);
		const after = await seriesBy.occurrences(teacher, series.id);
		expect(after.map(({ id, state, title, changed }) => ({ id, state, title, changed }))).toEqual([
			{ id: moved?.id ?? "", state: "scheduled", title: "Optics", changed: true },
			{ id: cancelled?.id ?? "", state: "cancelled", title: "Optics", changed: true },
			{ id: after[2]?.id ?? "", state: "scheduled", title: "Waves", changed: false },
			{ id: plain?.id ?? "", state: "scheduled", title: "Waves", changed: false },
		]);
		expect(after.map(({ occurrence }) => occurrence.slice(11, 16))).toEqual(["09:00", "09:00", "09:00", "09:00"]);
		expect(after[0]?.scheduledStart).toBe(patched.body.data.scheduledStart);
	});
});

describe("a page of occurrences", () => {
	/** Returns the pages of two, as days after the clock begins. */
	async function pagesOf(id: string): Promise<number[][]> {
		const pages: number[][] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const page = await student.get(`/series/${id}/meetings?limit=2${cursor && `&cursor=${cursor}`}`);
			const days = page.body.data.map(({ occurrence }: { occurrence: string }) => occurrence.slice(0, 10));
			pages.push(days.map((day: string) => DAYS.indexOf(day)));
			cursor = page.body.page.nextCursor;
		}
		return pages;
	}
	const DAYS = Array.from({ length: 80 }, (_, day) => localDay(day).slice(0, 10));

	test("is full whatever the member may not see, and has those with and without meetings in their order", async () => {
		const series = await seriesBy.made(teacher, physics.id, {
			rule: "FREQ=DAILY;COUNT=2",
			rDates: [3, 70, 71, 72, 73, 74].map((day) => localDay(day)),
		});
		const listed = await seriesBy.occurrences(teacher, series.id);
		await seriesBy.make(teacher, series.id, listed.at(-2)?.occurrence ?? "");
		for (const at of [1, 2]) await meetings.patch(teacher, listed[at]?.id ?? "", { access: "invited" });

		expect(listed.map(({ id }) => id !== null)).toEqual([true, true, true, false, false, false, false, false]);
		expect(await pagesOf(series.id)).toEqual([
			[1, 70],
			[71, 72],
			[73, 74],
		]);
	});
});
