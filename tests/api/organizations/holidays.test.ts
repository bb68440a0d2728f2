import { expect, test } from "bun:test";
import ICAL from "ical.js";
import { daysOff } from "#modules/organizations/holidays";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();

const ics = (...events: string[][]) =>
	[
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		...events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]),
		"END:VCALENDAR",
		"",
	].join("\r\n");
const asCalendar = (raw: string) => ({ raw, headers: { "content-type": "text/calendar" } });

async function school() {
	const owner = await api.createOrganization();
	const path = `/orgs/${owner.orgId}/holidays`;
	return {
		owner,
		path,
		get: (options = {}) => owner.get(path, options),
		set: (holidays: unknown, options = {}) => owner.put(path, { holidays }, options),
		importFile: (file: string) => owner.put(path, undefined, asCalendar(file)),
	};
}

/** The year of the server's clock. */
const year = await (async () => {
	const { set } = await school();
	const { body } = await set([{ from: "2030-10-03", name: "Unity" }]);
	return Number(body.data.updatedAt.slice(0, 4));
})();

const errorsOf = ({ body }: { body: { error: { errors: { path: string; code: string }[] } } }) =>
	body.error.errors.map(({ path, code }) => `${path} ${code}`);

test("there are none at first, and a list replaces all others", async () => {
	const { owner, path, get, set } = await school();

	expect((await get()).body.data).toEqual({ holidays: [], updatedAt: null });
	const first = await set([
		{ from: "2030-12-24", to: "2031-01-06", name: " Christmas " },
		{ from: "2030-10-03", name: "Unity" },
		{ from: "2030-10-03", name: "Unity" },
	]);
	expect(first.status).toBe(200);
	expect(first.body.data.holidays).toEqual([
		{ from: "2030-10-03", to: "2030-10-03", name: "Unity" },
		{ from: "2030-12-24", to: "2031-01-06", name: "Christmas" },
	]);
	await set([{ from: "2030-05-01", name: "Labour day" }]);
	expect((await get()).body.data.holidays).toHaveLength(1);
	expect((await owner.get(`${path}?fields=updatedAt`)).body.data.holidays).toBeUndefined();
	await set([]);
	expect((await get()).body.data.holidays).toEqual([]);
});

test("of two changes of one version, one is refused", async () => {
	const { get, set } = await school();
	const tag = (await get()).headers.get("etag") ?? "";
	const options = { headers: { "if-match": tag } };

	const answers = await Promise.all(["A", "B"].map((name) => set([{ from: "2030-05-01", name }], options)));

	expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
	expect((await get({ headers: { "if-none-match": (await get()).headers.get("etag") ?? "" } })).status).toBe(304);
});

test("an error names the entry and its member", async () => {
	const { set } = await school();

	const refused = await set([
		{ from: "2030-12-24", name: "Fine" },
		{ from: "2030-02-30", name: "" },
		{ from: "2030-02-03", to: "2030-02-02", name: "Backwards" },
		{ from: "2030-01-01", to: "2031-01-02", name: "Long" },
	]);

	expect(refused.status).toBe(422);
	expect(errorsOf(refused)).toEqual([
		"/holidays/1/from invalid_format",
		"/holidays/1/to invalid_format",
		"/holidays/1/name too_short",
		"/holidays/2/to out_of_range",
		"/holidays/3/to out_of_range",
	]);
	expect(errorsOf(await set([{ from: 7, name: "Number", note: "" }]))).toEqual([
		"/holidays/0/note unknown_member",
		"/holidays/0/from invalid",
	]);
});

test("the list has limits", async () => {
	const { owner, path, set } = await school();
	const many = (count: number) => Array.from({ length: count }, (_, n) => ({ from: "2030-12-24", name: `Day ${n}` }));

	expect((await set(many(500))).status).toBe(200);
	expect(errorsOf(await set(many(501)))).toEqual(["/holidays too_many"]);
	expect(
		errorsOf(
			await set([
				{ from: "2020-01-01", name: "A" },
				{ from: "2031-01-01", name: "B" },
			]),
		),
	).toEqual(["/holidays out_of_range"]);
	expect(
		(
			await set([
				{ from: "2020-01-01", name: "A" },
				{ from: "2030-12-31", name: "B" },
			])
		).status,
	).toBe(200);
	expect((await owner.put(path, undefined, asCalendar("x".repeat((1 << 20) + 1)))).status).toBe(413);
	expect((await owner.put(path, undefined, { raw: "x", headers: { "content-type": "text/plain" } })).status).toBe(415);
});

test("members read them, administrators set them, others do neither", async () => {
	const { owner, path } = await school();
	const member = await api.addMember(owner, "member");
	const stranger = await api.createOrganization();

	expect((await member.get(path)).status).toBe(200);
	expect(codeOf(await member.put(path, { holidays: [] }))).toEqual([403, "insufficient_scope"]);
	expect(codeOf(await stranger.get(path))).toEqual([403, "org_mismatch"]);
	expect(codeOf(await stranger.put(path, { holidays: [] }))).toEqual([403, "org_mismatch"]);
});

test("an exported calendar is read by others, and imported again", async () => {
	const { get, set, importFile } = await school();
	const holidays = [
		{
			from: `${year}-10-03`,
			to: `${year}-10-03`,
			name: "Tag der Deutschen Einheit; bundesweit, „überall“ — mit einem langen Namen",
		},
		{ from: `${year}-12-24`, to: `${year + 1}-01-06`, name: "Christmas\\holidays" },
	];
	await set(holidays);

	const exported = await get({ headers: { accept: "text/calendar" } });
	const text = exported.text;
	const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));

	expect(exported.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
	expect(events.map(({ startDate, endDate, summary }) => [`${startDate}`, `${endDate}`, summary])).toEqual([
		[`${year}-10-03`, `${year}-10-04`, holidays[0]?.name ?? ""],
		[`${year}-12-24`, `${year + 1}-01-07`, holidays[1]?.name ?? ""],
	]);
	await set([]);
	expect((await importFile(text)).body.data.holidays).toEqual(holidays);
});

test("imports all-day events as programs write them", async () => {
	const { importFile } = await school();

	const imported = await importFile(
		`\uFEFF${ics(
			[
				`DTSTART;VALUE=DATE:${year}0501`,
				"SUMMARY;LANGUAGE=de:Tag der",
				"  Arbeit\\, frei",
				"BEGIN:VALARM",
				"SUMMARY:Alarm",
				"END:VALARM",
			],
			[`DTSTART;TZID="Europe/Berlin";VALUE=DATE:${year}1224`, `DTEND;VALUE=DATE:${year}1227`, "SUMMARY:Christmas"],
			[`DTSTART;VALUE=DATE:${year}0606`, "DURATION:P1W", "SUMMARY:Whitsun"],
			[`DTSTART;VALUE=DATE:${year}0707`, "STATUS:CANCELLED", "SUMMARY:No more"],
			["DTSTART;VALUE=DATE:20010101", "SUMMARY:Long ago"],
		).replaceAll("\r\n", "\n")}`,
	);

	expect(imported.body.data?.holidays).toEqual([
		{ from: `${year}-05-01`, to: `${year}-05-01`, name: "Tag der Arbeit, frei" },
		{ from: `${year}-06-06`, to: `${year}-06-12`, name: "Whitsun" },
		{ from: `${year}-12-24`, to: `${year}-12-26`, name: "Christmas" },
	]);
});

test("yearly events become one holiday for each year", async () => {
	const { importFile } = await school();

	const imported = await importFile(
		ics(
			["DTSTART;VALUE=DATE:19900101", "RRULE:FREQ=YEARLY", `EXDATE;VALUE=DATE:${year + 1}0101`, "SUMMARY:New Year"],
			["DTSTART;VALUE=DATE:20201126", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "SUMMARY:Thanksgiving"],
			["DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY", "SUMMARY:Leap day"],
		),
	);
	const named = (name: string) =>
		imported.body.data.holidays
			.filter((holiday: { name: string }) => holiday.name === name)
			.map(({ from }: { from: string }) => from);

	expect(named("New Year")).toEqual([0, 2, 3, 4, 5].map((n) => `${year + n}-01-01`));
	expect(named("Thanksgiving")).toHaveLength(6);
	expect(named("Leap day").every((day: string) => day.endsWith("-02-29"))).toBe(true);
});

test.each([
	["no calendar", "hello", " invalid_format"],
	["empty", "", " invalid_format"],
	["unfinished", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", " invalid_format"],
	["crossed", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\nEND:VEVENT\r\n", " invalid_format"],
	["deep", "BEGIN:VCALENDAR\r\n".repeat(50_000), " invalid_format"],
	["a time", ics(["DTSTART:20301224T100000Z", "SUMMARY:A"]), "/events/0/DTSTART invalid_format"],
	["no start", ics(["SUMMARY:A"]), "/events/0/DTSTART required"],
	["no day", ics(["DTSTART:20300230", "SUMMARY:A"]), "/events/0/DTSTART invalid_format"],
	["no name", ics(["DTSTART:20301224"]), "/events/0/SUMMARY required"],
	["weekly", ics(["DTSTART:20301224", "SUMMARY:A", "RRULE:FREQ=WEEKLY"]), "/events/0/RRULE not_allowed"],
	["hourly", ics(["DTSTART:20301224", "SUMMARY:A", "RRULE:FREQ=YEARLY;BYHOUR=1"]), "/events/0/RRULE not_allowed"],
	["nonsense", ics(["DTSTART:20301224", "SUMMARY:A", "RRULE:FREQ=YEARLY;BYMONTH=,,+-"]), "/events/0/RRULE not_allowed"],
	[
		"every day",
		ics(["DTSTART:19000101", "SUMMARY:A", "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU"]),
		"/events/0/RRULE too_many",
	],
	[
		"a second one",
		ics(["DTSTART:20301224", "SUMMARY:A"], ["DTSTART:20301224", "SUMMARY:A", "RDATE:20301225"]),
		"/events/1/RDATE not_allowed",
	],
	["an hour", ics(["DTSTART:20301224", "SUMMARY:A", "DURATION:PT1H"]), "/events/0/DURATION invalid_format"],
	["many events", ics(...Array.from({ length: 5_001 }, () => [])), " too_many"],
	[
		"many rules",
		ics(...Array.from({ length: 101 }, () => ["DTSTART:20301224", "SUMMARY:A", "RRULE:FREQ=YEARLY"])),
		" too_many",
	],
])("a file is refused with where it is wrong: %s", async (_, file, error) => {
	const { importFile, get } = await school();

	const refused = await importFile(file);

	expect([refused.status, errorsOf(refused)]).toEqual([422, [error]]);
	expect((await get()).body.data.holidays).toEqual([]);
});

test("hostile files are cheap", async () => {
	const { importFile } = await school();
	const start = "DTSTART;VALUE=DATE:19000101";
	const files = [
		ics([start, `SUMMARY:A${"\r\n A".repeat(200_000)}`]),
		ics([`${';X="'.repeat(200_000)}:`, start, "SUMMARY:A"]),
		ics([`A${";".repeat(500_000)}`, start, "SUMMARY:A"]),
		ics([start, "SUMMARY:A", ...Array.from({ length: 40_000 }, () => "EXDATE:20301224")]),
		ics(
			...Array.from({ length: 100 }, (_, n) => [start, `SUMMARY:${n}`, "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU"]),
		),
		ics(...Array.from({ length: 100 }, (_, n) => [start, `SUMMARY:${n}`, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"])),
	];
	for (const file of files) {
		const beforeMs = performance.now();
		const { status } = await importFile(file);
		expect([200, 422]).toContain(status);
		expect(performance.now() - beforeMs).toBeLessThan(5_000);
	}
}, 60_000);

test("others read on which days an organization is closed", async () => {
	const { owner, set } = await school();
	await set([
		{ from: "2030-12-24", to: "2031-01-06", name: "Christmas" },
		{ from: "2030-10-03", name: "Unity" },
	]);

	const { db } = api.parley.services.store;
	const between = async (from: string, to: string) => [...(await daysOff.between(db, owner.orgId, { from, to }))];

	expect(await between("2030-09-01", "2030-12-26")).toEqual(["2030-10-03", "2030-12-24", "2030-12-25", "2030-12-26"]);
	expect(await between("2031-01-05", "2040-01-01")).toEqual(["2031-01-05", "2031-01-06"]);
	expect(await between("2032-01-01", "2032-02-01")).toEqual([]);
});
