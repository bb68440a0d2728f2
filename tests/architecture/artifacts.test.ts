import { describe, expect, test } from "bun:test";
import type { Table } from "drizzle-orm";
import { declarationsOf } from "#db/declarations";
import { TABLES } from "../support/fill-tables.ts";
import { places, readSources } from "./source-files.ts";

/** Files that write files, and what. */
const WRITERS: Readonly<Record<string, string>> = {
	"adapters/backup-folder.ts": "sealed files of a backup",
	"adapters/blobs-disk.ts": "the objects themselves",
	"adapters/media/picture-worker.ts": "a logo, in the spool",
	"adapters/speech/inference/worker.ts": "answers, to standard output",
	"adapters/speech/live/worker.ts": "answers, to standard output",
	"adapters/speech/models/download.ts": "models of speech engines",
	"adapters/speech/models/pull.ts": "models of speech engines",
	"modules/tenancy/branding/logo.ts": "a picture that is drawn anew, in the spool",
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

/** Tables with a column that says of which meeting or transcript they are, or that are declared to be content. */
const ofMeetings = TABLES.filter(
	({ table, columns }) =>
		"meetingId" in columns || "transcriptId" in columns || "jobId" in columns || contentOf(table).length > 0,
);

/** What a table says of its content: the owner in the ledger, or why it is none. */
function contentOf(table: Table): string[] {
	return declarationsOf(table).flatMap(([, { artifact, within }]) => artifact ?? within?.noArtifact ?? []);
}

const captured = TABLES.filter(({ table }) => declarationsOf(table).some(([, { artifact }]) => artifact !== undefined));

/** Returns the module of a file, such as `chat`. */
const moduleOf = ({ path }: { readonly path: string }) => path.split("/")[2] ?? "";

describe("content", () => {
	test("of every table below a meeting is an artifact, or says why it is none", () => {
		expect(ofMeetings.filter(({ table }) => contentOf(table).length !== 1).map(({ name }) => name)).toEqual([]);
	});

	test("is entered into the ledger by the module that stores it", () => {
		const entering = inModules.filter(({ text }) => /artifactsOf\([^;]*?\)\s*\.add|\.add(Once)?\(owner/.test(text));
		const modules = new Set(entering.map(moduleOf));
		const storing = captured.map(({ variable, name }) => {
			const stores = new RegExp(`\\b(insert|tenantRows)\\(${variable}\\b`);
			return [name, ...new Set(inModules.filter(({ text }) => stores.test(text)).map(moduleOf))];
		});

		expect(captured.length).toBeGreaterThan(8);
		expect(storing.filter(([, ...by]) => by.length !== 1 || by.some((module) => !modules.has(module)))).toEqual([]);
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
