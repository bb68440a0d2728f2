import { describe, expect, test } from "bun:test";
import { eventCount, feedOf, readCalendar } from "#tests/support/calendars";
import { openCountedApplication } from "#tests/support/counted-application";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { localDay, seriesBy } from "#tests/support/series";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();

/** Creates a school with a class: a teacher who manages it, a student who is in it, and what reads their feeds. */
async function school() {
	const owner = await api.createOrganization({ name: "Green Valley" });
	const teacher = await api.addMember(owner, "teacher");
	const student = await api.addMember(owner, "student");
	const physics = await meetings.createWorkspace(teacher);
	await meetings.join(teacher, physics.id, student.userId, "member");
	const [ofTeacher, ofStudent] = [await feedOf(api, teacher), await feedOf(api, student)];
	return { owner, teacher, student, physics, ofTeacher, ofStudent };
}

const iso = (ms: number) => new Date(ms).toISOString();
const startsIn = (file: string) => readCalendar(file).map(({ startsAtMs }) => iso(startsAtMs));

/** Returns the times that the API lists of series, without what is cancelled. */
async function listed(by: SignedIn, ...ids: readonly string[]): Promise<string[]> {
	const found = await Promise.all(ids.map((id) => seriesBy.occurrences(by, id)));
	const held = found.flat().filter(({ state }) => state !== "cancelled");
	return held.map(({ scheduledStart }) => new Date(scheduledStart).toISOString()).sort();
}

const WEEKLY = { rule: "FREQ=WEEKLY;BYDAY=MO", startsAt: localDay(6), until: "2030-12-20" };

describe("a series in a calendar feed", () => {
	test("is one event with the times of the API: over both changes of the clocks, with holidays, a moved and a cancelled one", async () => {
		const { owner, teacher, physics, ofTeacher, ofStudent } = await school();
		const holidays = [{ from: "2030-04-15", to: "2030-04-26", name: "Easter" }];
		expect((await owner.put(`/orgs/${owner.orgId}/holidays`, { holidays })).status).toBe(200);
		const body = { ...WEEKLY, access: "link", joinCode: "shared", rDates: ["2030-04-18T10:00:00"] };
		const series = await seriesBy.made(teacher, physics.id, body);
		const [, second, third] = await seriesBy.occurrences(teacher, series.id);
		const trip = { title: "Trip", scheduledStart: "2030-01-15T12:00:00Z", durationMinutes: 90 };
		expect((await meetings.patch(teacher, second?.id ?? "", trip)).status).toBe(200);
		expect((await meetings.move(teacher, third?.id ?? "", "cancel")).status).toBe(200);

		const file = await ofStudent();

		expect(eventCount(file)).toBe(1);
		expect(file.match(/\r\nRECURRENCE-ID.*/g)).toEqual(["\r\nRECURRENCE-ID;TZID=Europe/Berlin:20300114T080000"]);
		expect(file.match(/\r\nTZID:.*/g)).toEqual(["\r\nTZID:Europe/Berlin"]);
		const starts = startsIn(file);
		expect(starts).toEqual(await listed(teacher, series.id));
		expect(starts).toContain("2030-01-15T12:00:00.000Z");
		expect(starts).toContain("2030-04-18T08:00:00.000Z");
		expect(starts).not.toContain("2030-04-22T06:00:00.000Z");
		expect(starts).not.toContain("2030-01-21T07:00:00.000Z");
		expect([starts.at(2), starts.at(-1)]).toEqual(["2030-01-28T07:00:00.000Z", "2030-12-16T07:00:00.000Z"]);
		expect(starts).toContain("2030-10-21T06:00:00.000Z");
		const [first, moved] = readCalendar(file);
		expect(first).toMatchObject({ summary: "Optics", endsAtMs: Date.parse("2030-01-07T07:45:00Z") });
		expect(moved).toMatchObject({ summary: "Trip", endsAtMs: Date.parse("2030-01-15T13:30:00Z"), status: "CONFIRMED" });
		expect(await ofTeacher()).toBe(file);
	});

	test("that was split is two, of which one ends before the other begins", async () => {
		const { teacher, physics, ofStudent } = await school();
		const series = await seriesBy.made(teacher, physics.id, WEEKLY);
		const before = await ofStudent();
		const from = "2030-09-02T08:00:00+02:00";
		const body = { startsAt: "2030-09-03T09:00:00", rule: "FREQ=WEEKLY;BYDAY=TU", title: "Waves" };
		const split = await seriesBy.patch(teacher, series.id, body, from);
		expect(split.status).toBe(200);

		const file = await ofStudent();

		expect([eventCount(before), eventCount(file)]).toEqual([1, 2]);
		expect(startsIn(file)).toEqual(await listed(teacher, series.id, split.body.data.id));
		const until = [...file.matchAll(/UNTIL=(\w+)/g)].map(([, each]) => each ?? "").sort();
		expect(until).toEqual(["20300826T060000Z", "20301217T080000Z"]);
		const uids = readCalendar(file).map(({ uid, summary }) => `${uid} ${summary}`);
		expect(new Set(uids)).toEqual(new Set([`${series.id}@localhost Optics`, `${split.body.data.id}@localhost Waves`]));
	});

	test("whose meetings have a code each shows each that was created with its own address", async () => {
		const { teacher, physics, ofStudent } = await school();
		const series = await seriesBy.made(teacher, physics.id, { ...WEEKLY, access: "link" });
		const created = (await seriesBy.occurrences(teacher, series.id)).filter(({ id }) => id !== null);

		const file = await ofStudent();

		const shown = readCalendar(file);
		expect(eventCount(file)).toBe(1);
		expect(created.length).toBeGreaterThan(5);
		expect(shown.map(({ url }) => url?.split("/").at(-1) ?? null)).toEqual([
			...created.map(({ id }) => id),
			...Array.from({ length: shown.length - created.length }, () => null),
		]);
		const { joinUrl } = (await meetings.get(teacher, created[0]?.id ?? "")).body.data;
		expect(file.replaceAll("\r\n ", "")).not.toContain(joinUrl.split("#")[1]);
	});

	test("with one code has one address, without the code, and for those held elsewhere that one", async () => {
		const { teacher, physics, ofStudent } = await school();
		const shared = await seriesBy.made(teacher, physics.id, { ...WEEKLY, access: "link", joinCode: "shared" });
		const url = "https://meet.example.org/physics";
		const elsewhere = { ...WEEKLY, title: "Elsewhere", conference: { url } };
		await seriesBy.made(teacher, physics.id, elsewhere);
		const [first] = await seriesBy.occurrences(teacher, shared.id);
		const { joinUrl } = (await meetings.get(teacher, first?.id ?? "")).body.data;

		const file = await ofStudent();

		const urlsOf = (summary: string) =>
			new Set(readCalendar(file).flatMap((each) => (each.summary === summary ? [each.url] : [])));
		expect(urlsOf("Optics")).toEqual(new Set([`${api.config.publicUrl.href}/meet/${shared.id}`]));
		expect(urlsOf("Elsewhere")).toEqual(new Set([url]));
		expect(file).not.toContain("RECURRENCE-ID");
		expect(file.replaceAll("\r\n ", "")).not.toContain(joinUrl.split("#")[1]);
	});

	test("is changed by its holidays, by the series and by a meeting, and says when", async () => {
		const { owner, teacher, physics, ofStudent } = await school();
		const series = await seriesBy.made(teacher, physics.id, { ...WEEKLY, access: "link", joinCode: "shared" });
		const stampOf = (file: string) => /\r\nLAST-MODIFIED:(\w+)/.exec(file)?.[1] ?? "";
		const files = [await ofStudent()];
		const steps = [
			() =>
				owner.put(`/orgs/${owner.orgId}/holidays`, {
					holidays: [{ from: "2030-06-03", to: "2030-06-03", name: "Rest" }],
				}),
			() => seriesBy.patch(teacher, series.id, { title: "Waves" }),
			async () => meetings.move(teacher, (await seriesBy.occurrences(teacher, series.id))[1]?.id ?? "", "cancel"),
		];
		for (const step of steps) {
			api.advanceMs(2_000);
			expect((await step()).status).toBe(200);
			files.push(await ofStudent());
		}

		const stamps = files.map(stampOf);
		expect(stamps).toEqual([...new Set(stamps)].sort());
		expect(await ofStudent()).toBe(files.at(-1) ?? "");
		expect(startsIn(files.at(-1) ?? "")).toEqual(await listed(teacher, series.id));
	});

	inProcessTest("asks the database as often for one series as for forty", async () => {
		const { teacher, physics } = await school();
		const { url } = (await teacher.post("/auth/profile/calendar-feed", {})).body.data;
		const { pathname } = new URL(url);
		const counted = await openCountedApplication(api, "off");
		const asked = async () => {
			for (let n = 0; n < 3; n++) await counted.ask("GET", pathname);
			return counted.ask("GET", pathname);
		};
		const far = { ...WEEKLY, startsAt: localDay(90) };
		await seriesBy.made(teacher, physics.id, far);
		const ofOne = await asked();
		for (let n = 1; n < 40; n++) await seriesBy.made(teacher, physics.id, { ...far, title: `Lesson ${n}` });

		const ofForty = await asked();

		expect(ofForty).toEqual(ofOne);
		expect(ofOne[1]).toBeLessThanOrEqual(10);
		expect(eventCount((await counted.request("GET", pathname)).text)).toBe(40);
		await counted.close();
	});

	test("that was deleted is none any more: its meetings are shown as they are", async () => {
		const { teacher, physics, ofStudent } = await school();
		const series = await seriesBy.made(teacher, physics.id, { ...WEEKLY, rule: "FREQ=WEEKLY;COUNT=3", until: null });
		await seriesBy.remove(teacher, series.id);

		const file = await ofStudent();

		expect(file).not.toContain("RRULE");
		expect(readCalendar(file).map(({ status }) => status)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
	});

	inProcessTest("has of the past what was held, as it was", async () => {
		const { owner, teacher, physics, ofStudent } = await school();
		const scopes = ["meeting:read", "meeting:write", "workspace:read"];
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Timetable", scopes });
		const host = api.as(made.body.data.key);
		const startsAt = iso(api.nowMs() + 86_400_000).slice(0, 19);
		const daily = { rule: "FREQ=DAILY;COUNT=6", startsAt, timezone: "Etc/UTC", durationMinutes: 60 };
		const series = await seriesBy.made(teacher, physics.id, daily);
		const [first, second, third, fourth] = await seriesBy.occurrences(teacher, series.id);
		await meetings.move(teacher, second?.id ?? "", "cancel");
		await meetings.remove(teacher, third?.id ?? "");
		api.advanceMs(86_400_000 + 600_000);
		await meetings.move(host, first?.id ?? "", "start");
		await seriesBy.patch(host, series.id, { title: "Waves" });

		const shown = readCalendar(await ofStudent());

		expect(shown.map(({ summary }) => summary)).toEqual(["Optics", "Waves", "Waves", "Waves"]);
		expect(shown[0]?.startsAtMs).toBeGreaterThan(Date.parse(first?.scheduledStart ?? ""));
		expect(iso(shown[1]?.startsAtMs ?? 0)).toBe(new Date(fourth?.scheduledStart ?? "").toISOString());
	});
});

describe("a series is in the feeds of those who have all of it", () => {
	test("members of its workspace, its host, members who take part; of others their single meetings", async () => {
		const { owner, teacher, physics } = await school();
		const [guest, pupil, once, none] = [
			await api.addMember(owner, "guest"),
			await api.addMember(owner, "student"),
			await api.addMember(owner, "student"),
			await api.addMember(owner, "student"),
		];
		const participants = [{ userId: guest.userId }, { userId: pupil.userId }];
		const series = await seriesBy.made(teacher, physics.id, { ...WEEKLY, access: "invited", participants });
		const [first] = await seriesBy.occurrences(teacher, series.id);
		const added = await teacher.post(`/meetings/${first?.id}/participants`, { userId: once.userId });
		expect(added.status).toBe(201);
		const all = await listed(teacher, series.id);

		const files = await Promise.all([teacher, guest, pupil, once, none].map(async (by) => (await feedOf(api, by))()));

		expect(files.map(startsIn)).toEqual([all, all, all, all.slice(0, 1), []]);
		expect(files.map((file) => file.includes("RRULE"))).toEqual([true, true, true, false, false]);
		expect(files[3]).toContain(first?.id ?? "");
	});

	test("not a meeting that a person was removed from, and nothing once they are out of the workspace", async () => {
		const { teacher, student, physics, ofStudent } = await school();
		const series = await seriesBy.made(teacher, physics.id, WEEKLY);
		const [, second] = await seriesBy.occurrences(teacher, series.id);
		const added = await teacher.post(`/meetings/${second?.id}/participants`, { userId: student.userId });
		const path = `/meetings/${second?.id}/participants/${added.body.data.id}`;
		expect((await teacher.delete(path)).status).toBe(204);
		const all = await listed(teacher, series.id);
		const removed = startsIn(await ofStudent());

		expect(removed).toEqual(all.filter((_, at) => at !== 1));
		expect((await teacher.delete(`/workspaces/${physics.id}/members/${student.userId}`)).status).toBe(204);
		expect(readCalendar(await ofStudent())).toEqual([]);
	});

	test("never those of another organization", async () => {
		const { owner, teacher, physics, ofTeacher } = await school();
		const other = await school();
		const series = await seriesBy.made(other.teacher, other.physics.id, WEEKLY);
		const own = await seriesBy.made(teacher, physics.id, { ...WEEKLY, title: "Ours" });

		const files = [await ofTeacher(), await (await feedOf(api, owner))()];

		for (const file of files) expect(file).not.toContain(series.id);
		expect(files[0]).toContain(own.id);
		expect(await other.ofStudent()).toContain(series.id);
	});
});

describe("the file of a meeting of a series", () => {
	const fileOf = async (by: { get: SignedIn["get"] }, id = "") => (await by.get(`/meetings/${id}/calendar`)).text;

	test("has the series for people who have all of it, and else the meeting alone", async () => {
		const { owner, teacher, student, physics, ofStudent } = await school();
		const once = await api.addMember(owner, "student");
		const series = await seriesBy.made(teacher, physics.id, { ...WEEKLY, access: "link" });
		const [first, second, third] = await seriesBy.occurrences(teacher, series.id);
		await meetings.patch(teacher, second?.id ?? "", { scheduledStart: "2030-01-15T12:00:00Z", durationMinutes: 30 });
		expect((await meetings.move(teacher, third?.id ?? "", "cancel")).status).toBe(200);
		await teacher.post(`/meetings/${first?.id}/participants`, { userId: once.userId });
		const all = await listed(teacher, series.id);

		const [ofPupil, ofHost, ofOwner, alone, cancelled] = await Promise.all([
			fileOf(student, first?.id ?? ""),
			fileOf(teacher, second?.id ?? ""),
			fileOf(owner, first?.id ?? ""),
			fileOf(once, first?.id ?? ""),
			fileOf(student, third?.id ?? ""),
		]);

		for (const file of [ofPupil, ofHost, ofOwner]) {
			expect(eventCount(file)).toBe(1);
			expect(startsIn(file)).toEqual(all);
		}
		expect(readCalendar(ofPupil)).toEqual(readCalendar(await ofStudent()));
		expect([alone, cancelled].map((file) => file.includes("RRULE"))).toEqual([false, false]);
		expect(readCalendar(alone)).toMatchObject([{ uid: `${first?.id}@localhost` }]);
		expect(readCalendar(cancelled)).toMatchObject([{ uid: `${third?.id}@localhost`, status: "CANCELLED" }]);
	});
});
