/** Nobody waits long for what others send: the largest bodies are handled with turns for others. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { meetings as meetingsTable, series as seriesTable } from "#db/schema";
import { makeCertificate } from "../support/certificates.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { longestStall, machineFactor } from "../support/longest-stall.ts";
import { MEASURED } from "../support/measured-limit.ts";
import { meetings } from "../support/meetings.ts";
import { privacyOf } from "../support/privacy.ts";
import { inProcessDescribe } from "../support/target.ts";

const MIB = 1 << 20;
/** Longest time without a turn for others, in ms. */
const LIMIT_MS = 100;
/** Size of a file that is nearly too large. */
const FILE_BYTES = 10 * MIB - 1_000;

const api = await useHarness();
const { services } = api.parley;
const { db } = api.store.acrossTenants;
const owner = await api.createOrganization();
const workspace = await meetings.createWorkspace(owner);
const meeting = await meetings.made(owner, workspace.id);

const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, "0");
const cueOf = (n: number, text: string, separator = "."): string =>
	`${two(n / 3600)}:${two(n / 60)}:${two(n)}${separator}000 --> 99:00:00${separator}000\n${text}\n\n`;

/** Repeats parts until the file is full. */
function fill(partOf: (n: number) => string, before = "", after = ""): string {
	const parts = [before];
	for (let n = 0, size = before.length + after.length; ; n++) {
		const part = partOf(n);
		size += part.length;
		if (size > FILE_BYTES || n >= 199_000) return [...parts, after].join("");
		parts.push(part);
	}
}

const speech = "What bends light is the change of its speed, said Ada, and wrote 030 901820 on the board. ".repeat(6);
const segmentOf = (n: number, text: string) => ({ startMs: 1_000_000 - n, endMs: 2_000_000, text });

/** The largest file of each kind that is read to its end: what is wrong with most of them comes last, so that nothing is stored. */
const FILES: readonly [string, string, () => string | Uint8Array, number][] = [
	["WebVTT", "text/vtt", () => fill((n) => cueOf(n, speech), "WEBVTT\n\n"), 201],
	["WebVTT of many cues", "text/vtt", () => fill((n) => cueOf(n, `Ada${n}: hm`), "WEBVTT\n\n", "x"), 422],
	[
		"WebVTT with CR LF",
		"text/vtt",
		() =>
			fill((n) => cueOf(n, "hm"), "WEBVTT\n\n", "x")
				.replaceAll("\n", "\r\n")
				.slice(0, FILE_BYTES),
		422,
	],
	["WebVTT of voices", "text/vtt", () => fill((n) => cueOf(n, "<v A>b".repeat(3_000)), "WEBVTT\n\n", "x"), 422],
	[
		"WebVTT of UTF-16",
		"text/vtt",
		() =>
			Buffer.from(`\ufeff${fill((n) => cueOf(n, "hm"), "WEBVTT\n\n", "x").slice(0, FILE_BYTES / 2 - 2)}`, "utf16le"),
		422,
	],
	["WebVTT of comments", "text/vtt", () => fill(() => "NOTE x\n\n", "WEBVTT\n\n"), 422],
	["WebVTT of a header", "text/vtt", () => `WEBVTT\n${"a\n".repeat(FILE_BYTES / 2 - 10)}`, 422],
	["WebVTT of blank lines", "text/vtt", () => `WEBVTT\n\n${"\n".repeat(FILE_BYTES)}`, 422],
	["WebVTT of cues without text", "text/vtt", () => fill((n) => cueOf(n, ""), "WEBVTT\n\n"), 422],
	["SubRip", "application/x-subrip", () => fill((n) => `${n + 1}\n${cueOf(n, speech, ",")}`, "", "x"), 422],
	["SubRip of line breaks", "application/x-subrip", () => "\r".repeat(FILE_BYTES), 422],
	[
		"an export",
		"application/json",
		() => `{"segments":[${fill((n) => `${JSON.stringify(segmentOf(n, "hm"))},`)}{}]}`,
		422,
	],
	[
		"an export of long texts",
		"application/json",
		() => `{"segments":[${fill((n) => `${JSON.stringify(segmentOf(n, speech))},`)}{}]}`,
		422,
	],
	["JSON of quotes", "application/json", () => `{"segments":["${'\\"'.repeat(FILE_BYTES / 2 - 20)}"]}`, 422],
	["JSON of brackets", "application/json", () => "[".repeat(FILE_BYTES), 422],
	[
		"JSON of anything else",
		"application/json",
		() => `{"segments":[],"x":[${"1,".repeat(FILE_BYTES / 2 - 20)}1]}`,
		422,
	],
];

async function expectTurns(name: string, work: () => Promise<{ status: number; text: string }>, status: number) {
	const factor = machineFactor();
	const { made, longestMs } = await longestStall(work);
	expect([name, made.status, made.status === status ? "" : made.text.slice(0, 500)]).toEqual([name, status, ""]);
	expect(longestMs).toBeLessThan(LIMIT_MS * factor);
}

const send = (
	method: string,
	path: string,
	contentType: string,
	raw: string | Uint8Array<ArrayBuffer>,
	by: SignedIn = owner,
) =>
	api.request(method, path, {
		token: by.token,
		raw,
		headers: { "content-type": contentType, "content-length": String(Buffer.byteLength(raw)) },
	});

inProcessDescribe("others have their turn", () => {
	test.each(FILES)(
		"while a file is imported: %s",
		async (name, type, make, status) => {
			const file = Buffer.from(make());
			await expectTurns(name, () => send("PUT", `/meetings/${meeting.id}/transcripts`, type, file), status);
		},
		{ ...MEASURED, timeout: 120_000 },
	);

	const bodies: readonly [string, () => unknown][] = [
		[
			"of unknown members",
			() => Object.fromEntries(Array.from({ length: 9_900 }, (_, n) => [`member ${n}`, "x".repeat(80)])),
		],
		["of values", () => ({ name: Array.from({ length: 19_900 }, () => "x".repeat(40)) })],
		["of one text", () => ({ name: "x".repeat(MIB - 100) })],
		["of escapes", () => ({ name: "\u0001".repeat(MIB / 6 - 100) })],
	];
	test.each(bodies)(
		"while JSON is read: %s",
		async (name, make) => {
			const body = JSON.stringify(make());
			const key = { "idempotency-key": crypto.randomUUID(), "content-type": "application/json" };
			const path = `/orgs/${owner.orgId}/workspaces`;
			const post = () => api.request("POST", path, { token: owner.token, raw: body, headers: key });
			await expectTurns(name, post, 422);
		},
		{ ...MEASURED, timeout: 120_000 },
	);

	test(
		"while a transcript without personal data is exported",
		async () => {
			const token = owner.token;
			const flags = await api.request("PUT", `/orgs/${owner.orgId}/feature-flags`, {
				token,
				body: { piiRedaction: true },
			});
			expect(flags.status).toBe(200);
			const other = await meetings.made(owner, workspace.id);
			const long = "call 030 901820, or a@b.example, or 4111 1111 1111 1111. ".repeat(30);
			const cues = Array.from({ length: 110 }, (_, n) => cueOf(n, long)); // A page, and more.
			const file = Buffer.from(`WEBVTT\n\n${cues.join("")}`);
			const imported = await send("PUT", `/meetings/${other.id}/transcripts`, "text/vtt", file);
			expect(imported.status).toBe(201);
			const path = `/transcripts/${imported.body.data.id}`;
			for (const query of ["?format=vtt", "?format=json", "/segments?limit=200"])
				await expectTurns(query, () => api.request("GET", `${path}${query}`, { token }), 200);
		},
		{ ...MEASURED, timeout: 120_000 },
	);

	test(
		"while calendars are written and certificates are read",
		async () => {
			const { token, orgId } = owner;
			const description = "Ümläut; und, Komma\n".repeat(500);
			const scheduledStart = new Date(api.nowMs() + 86_400_000).toISOString();
			const { id } = await meetings.made(owner, workspace.id, { description, scheduledStart });
			const [row] = await db.select().from(meetingsTable).where(eq(meetingsTable.id, id));
			if (row === undefined) throw new Error("the meeting is not there");
			const copies = Array.from({ length: 999 }, () => ({ ...row, id: api.deps.newId("mtg") }));
			while (copies.length > 0) await db.insert(meetingsTable).values(copies.splice(0, 100));
			const feed = await api.request("POST", "/auth/profile/calendar-feed", { token });
			const { pathname } = new URL(feed.body.data.url);
			await expectTurns("a feed", () => api.request("GET", pathname), 200);
			const daily = { title: "Lesson", rule: "FREQ=DAILY", startsAt: "2030-01-02T08:00:00", timezone: "Europe/Berlin" };
			const added = await api.request("POST", `/workspaces/${workspace.id}/series`, {
				token,
				body: { ...daily, description },
			});
			expect(added.status).toBe(201);
			const [one] = await db.select().from(seriesTable).where(eq(seriesTable.id, added.body.data.id));
			if (one === undefined) throw new Error("the series is not there");
			const more = Array.from({ length: 199 }, () => ({ ...one, id: api.deps.newId("ser") }));
			while (more.length > 0) await db.insert(seriesTable).values(more.splice(0, 50));
			await expectTurns("a feed of series", () => api.request("GET", pathname), 200);

			const { authority } = makeCertificate("logs.example");
			const caCertificates = authority.repeat(Math.floor(65_536 / authority.length));
			const body = { type: "syslog", name: "Logs", host: "logs.example", port: 6514, caCertificates };
			const create = () => api.request("POST", `/orgs/${orgId}/audit-streams`, { token, body });
			await expectTurns("certificates", create, 201);
		},
		{ ...MEASURED, timeout: 120_000 },
	);

	test(
		"while the audit log is exported",
		async () => {
			const { token, orgId } = owner;
			const headers = { "user-agent": 'Mozilla; "x", '.repeat(140) };
			const change = (n: number) =>
				api.request("PATCH", `/workspaces/${workspace.id}`, { token, headers, body: { description: `${n}` } });
			await Promise.all(Array.from({ length: 300 }, (_, n) => change(n)));
			for (const accept of ["text/csv", "application/x-ndjson"])
				await expectTurns(
					accept,
					() => api.request("GET", `/orgs/${orgId}/audit-logs`, { token, headers: { accept } }),
					200,
				);
		},
		{ ...MEASURED, timeout: 120_000 },
	);

	test(
		"while what was said is indexed, found, summarized and archived",
		async () => {
			const by = await api.createOrganization();
			const { token } = by;
			const { id: workspaceId } = await meetings.createWorkspace(by);
			const { id: meetingId } = await meetings.made(by, workspaceId);
			const text = "東京大学の光は速い".repeat(2_200);
			const segments = Array.from({ length: 30 }, (_, n) => ({ startMs: n * 1_000, endMs: n * 1_000 + 900, text }));
			const file = JSON.stringify({ segments });
			const path = `/meetings/${meetingId}/transcripts`;
			expect((await send("PUT", path, "application/json", file, by)).status).toBe(201);

			const done = async (work: Promise<unknown>) => ({ status: 200, text: String(await work) });
			await expectTurns("the index", () => done(services.transcriptIndexer.indexDue(60_000)), 200);
			const search = `/transcripts/search?q=${encodeURIComponent("大学")}&limit=200`;
			await expectTurns("a search", () => api.request("GET", search, { token }), 200);
			await expectTurns("a summary", () => done(services.jobs.runDue()), 200);
			expect((await privacyOf(api).request(by, "organization")).status).toBe(201);
			await expectTurns("an archive", () => done(services.jobs.runDue("privacy.export")), 200);
		},
		{ ...MEASURED, timeout: 120_000 },
	);
});
