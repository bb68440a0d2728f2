import { describe, expect, test } from "bun:test";
import { is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import { places, readSources } from "./source-files.ts";

/** Tables of what is captured from people or derived from it, and the module that enters it into the ledger. */
const CAPTURED: Readonly<Record<string, string>> = {
	recordings: "recordings",
	transcripts: "transcripts",
	segments: "transcripts",
	segmentRevisions: "transcripts",
	speakers: "transcripts",
	translations: "translations",
	summaries: "summaries",
	actionItems: "action-items",
	chatMessages: "chat",
};

/** Tables that lie within a meeting and are not artifacts, and why. */
const NO_ARTIFACTS: Readonly<Record<string, string>> = {
	notifications: "who was told of what: ids alone, no text of a meeting",
	legalHolds: "what is to be preserved: no text of a meeting",
	formerTexts: "there as long as a hold matches the meeting, which no retention period ends",
	participants: "who took part: part of the meeting itself",
	consents: "proof of what was allowed, which outlives what was made",
	uploads: "what is received lies in drafts, and enters the ledger as a recording",
	transcriptIndexes: "numbers in the search index; they and its words are removed with the transcript",
	unindexedSegments: "which segments are to be indexed",
	liveSessions: "the order of what was said; what was said is a transcript",
	captionAddresses: "where captions are posted; they become a transcript",
	processingJobs: "what is to be done; its result is a transcript",
	processingWindows: "results that become segments when the job ends",
};

/** Files that write files, and what. */
const WRITERS: Readonly<Record<string, string>> = {
	"adapters/backup-folder.ts": "sealed files of a backup",
	"adapters/blobs-disk.ts": "the objects themselves",
	"adapters/speech/inference/worker.ts": "answers, to standard output",
	"adapters/speech/live/worker.ts": "answers, to standard output",
	"adapters/speech/models/download.ts": "models of speech engines",
	"adapters/speech/models/pull.ts": "models of speech engines",
	"modules/transcripts/audio-api/form.ts": "a file that is transcribed while its sender waits, in the spool",
	"operations/backup/database.ts": "the database of a backup that is restored",
	"operations/backup/journal-file.ts": "ids of what was removed",
	"operations/keys/encryption-key.ts": "keys",
	"platform/blobs/service.ts": "content for programs that need a file, in the spool",
	"modules/recordings/uploads/checksum.ts": "bytes that are not taken before their checksum is right, in the spool",
};

/** Ways to the objects that lead around the blob store. */
const BYPASS =
	/\b(?:ObjectStore|createDiskObjects|createS3Objects|(?:deps|core)\.objects)\b|\{[^}]*\bobjects\b[^}]*\} = deps/;

const sources = await readSources("{src,operations,adapters,modules,platform}/**/*.ts");
const inModules = sources.filter(({ path }) => path.startsWith("modules/"));

/** Tables with a column that says of which meeting or transcript they are. */
const ofMeetings = Object.entries(schema).flatMap(([name, table]) =>
	is(table, Table) && ("meetingId" in table || "transcriptId" in table || "jobId" in table) ? [name] : [],
);

describe("content", () => {
	test("of every table below a meeting is an artifact, or has a reason not to be", () => {
		const known = [...Object.keys(CAPTURED), ...Object.keys(NO_ARTIFACTS), "artifacts"];

		expect(ofMeetings.filter((name) => !known.includes(name))).toEqual([]);
	});

	test("is entered into the ledger by the module that stores it", () => {
		const entering = inModules.filter(({ text }) => /artifactsOf\([^;]*?\)\s*\.add|\.add(Once)?\(owner/.test(text));
		const modules = new Set(entering.map(({ path }) => path.split("/")[2]));

		expect([...new Set(Object.values(CAPTURED))].filter((name) => !modules.has(name))).toEqual([]);
	});

	test("reaches the store of objects through the blob store alone", () => {
		const others = sources.filter(
			({ path }) =>
				!/^platform\/(blobs|artifacts)\/|^adapters\/blobs|^operations\/backup\/|^src\/(open|platform|deps|cli\/)/.test(
					path,
				),
		);

		expect(places(others, BYPASS)).toEqual([]);
	});

	// Not by a `FileSink` in any case: on a full disk its promises are rejected where nobody awaits them.
	test("is written to no other file", () => {
		const writing = places(
			sources.filter(({ path }) => !path.startsWith("src/")),
			/\b(?:writeFile|createWriteStream|appendFile|copyFile)\(|\bBun\.write\(|\.writer\(/,
		).map((place) => place.split(":")[0] ?? "");

		expect([...new Set(writing)].filter((path) => !(path in WRITERS))).toEqual([]);
	});

	test("is checked: planted ways around the blob store are found", () => {
		const planted = ["deps.objects.create(name)", "const { store, objects } = deps;", "objects: ObjectStore;"];

		const found = planted.map((text) =>
			places([{ path: "modules/x/service.ts", text, lines: 1, imports: [] }], BYPASS),
		);

		expect(found.map((each) => each.length)).toEqual([1, 1, 1]);
	});
});
