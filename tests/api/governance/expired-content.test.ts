/** What has expired is in no answer: whoever asks, however. */
import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { CANARY, expirableOf, type Filled } from "#tests/support/expirable";
import { forThisFile } from "#tests/support/for-this-file";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url } });
const { fill, keyOf, keep } = expirableOf(api);

/** Parameters of paths that name nothing which a meeting has. A new one belongs here, or into `expirable.ts`. */
const ELSEWHERE = [
	...["token", "keyId", "holdId", "domain", "file", "secret", "runId", "exportId", "erasureId"],
	...[
		"entryId",
		"seriesId",
		"webhookId",
		"deliveryId",
		"streamId",
		"integrationId",
		"orgType",
		"invoiceId",
		"key",
		"model",
		"logo",
	],
];
/** Parameters of what is missing when it has expired. */
const EXPIRING = /\{(recordingId|transcriptId|uploadId|itemId)\}|^\/recordings\/|(?<!consents)\/summary$/;
/** Further addresses of operations that take a query. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
	"/transcripts/{transcriptId}": ["?format=vtt", "?format=srt", "?format=txt", "?format=json", "?format=vtt&lang=es"],
	"/transcripts/{transcriptId}/segments": ["?include=words,translations", "?lang=es"],
	"/transcripts/search": [`?q=${CANARY}`, `?q=${CANARY}&meetingId={meetingId}`, `?q=speaker:Ana`],
	"/meetings": [`?q=${CANARY}`],
	"/meetings/{meetingId}/chat": ["?order=newest", "?limit=1"],
};

const { body: document } = await api.get("/swagger/json");
const READS = Object.entries(document.paths as Record<string, Record<string, unknown>>)
	.filter(([, operations]) => "get" in operations)
	.map(([path]) => path);

const address = (path: string, ids: Filled["ids"]): string =>
	path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "");

/** Returns every address that can be read of a meeting, by its template. */
const addressesOf = ({ ids }: Filled): readonly (readonly [template: string, address: string])[] =>
	READS.filter((path) => [...path.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => name in ids))
		.filter((path) => path !== "/transcription/live")
		.flatMap((path) => ["", ...(QUERIES[path] ?? [])].map((query) => [path, address(path + query, ids)] as const));

const tells = ({ bytes, text }: TestResponse): boolean =>
	text.toLowerCase().includes(CANARY) || Buffer.from(bytes).toString("latin1").toLowerCase().includes(CANARY);

/** Returns the addresses whose answers tell what was said, and the answers. */
async function readAll(by: Caller, filled: Filled) {
	const answers: (readonly [template: string, address: string, answer: TestResponse])[] = [];
	for (const [template, path] of addressesOf(filled)) answers.push([template, path, await by.get(path)]);
	return {
		telling: answers.filter(([, , answer]) => tells(answer)).map(([, path]) => path),
		answers,
	};
}

const NOTHING = { recordings: "0d", transcripts: "0d", chatLogs: "0d", examData: "0d" };
const A_YEAR = { recordings: "365d", transcripts: "365d", chatLogs: "365d", examData: "365d" };

test("every parameter of what can be read is known", () => {
	const names = new Set(READS.flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)));

	const known = [...ELSEWHERE, ...["orgId", "userId", "workspaceId", "meetingId", "participantId", "recordingId"]];
	const others = ["uploadId", "ticket", "transcriptId", "segmentId", "speakerId", "translationId", "itemId", "jobId"];
	expect([...names].filter((name) => ![...known, ...others].includes(name))).toEqual([]);
});

describe("content that has expired", () => {
	test.each(["class", "exam"])("of a meeting of the kind %p is in no answer to anybody", async (kind) => {
		const owner = await api.createOrganization();
		const filled = await fill(owner, { kind });
		const key = await keyOf(owner);
		const before = await readAll(owner, filled);

		await keep(owner, NOTHING);
		const after = await readAll(owner, filled);
		const others = [await readAll(key, filled), await readAll(api.as(filled.guest), filled)];

		expect(before.telling.length).toBeGreaterThan(20);
		expect(after.telling).toEqual([]);
		expect(others.map(({ telling }) => telling)).toEqual([[], []]);
		const missing = after.answers.filter(([template]) => EXPIRING.test(template));
		expect(missing.filter(([, , { status }]) => status !== 404).map(([, path, { status }]) => [path, status])).toEqual(
			[],
		);
	});

	test("is shown again once it is kept for longer", async () => {
		const owner = await api.createOrganization();
		const filled = await fill(owner);
		const before = await readAll(owner, filled);

		await keep(owner, NOTHING);
		await keep(owner, A_YEAR);

		expect((await readAll(owner, filled)).telling).toEqual(before.telling);
	});
});
