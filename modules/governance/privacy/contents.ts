import type { Store } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { INSTALLATION } from "#kernel/fair-queue";
import { Slices } from "#kernel/slices";
import type { Cutoffs } from "#platform/artifacts";
import type { Blobs } from "#platform/blobs";
import type { ArchiveFile } from "./archive.ts";
import { readAccount, readOrganizationsOf } from "./repository/accounts.ts";
import { type ExportedRecord, type Row, toRecord } from "./repository/pages.ts";
import { findOrganizationRow, findPerson, listPeople } from "./repository/people.ts";
import { PERSON_TABLES, type PersonTable, type Traces } from "./repository/person-tables.ts";
import { createShown, type Shown } from "./repository/shown.ts";
import { exportedTables, readBranding, readRecordings } from "./repository/tenant-exports.ts";

/** What exports are read from. */
export interface ContentSource {
	readonly store: Store;
	readonly blobs: Blobs;
	readonly cutoffs: (orgId: string) => Promise<Cutoffs>;
}

/** Called when some of an export has been read: how far it has come, 0…1. */
export type OnProgress = (progress: number) => Promise<void>;

/** Whose data is exported from an organization. */
export interface ExportedPerson {
	/** Null: no account is known. */
	readonly userId: string | null;
	/** Their address in the form used for comparison; null: unknown. */
	readonly emailKey: string | null;
}

async function encode(party: string, records: readonly ExportedRecord[]): Promise<Uint8Array> {
	const lines = await new Slices(party).map(records, (record) => `${JSON.stringify(record)}\n`);
	return new TextEncoder().encode(lines.join(""));
}

/** Returns a file of records; undefined when there are none. */
async function toFile(
	orgId: string,
	path: string,
	pages: AsyncGenerator<readonly ExportedRecord[]>,
): Promise<ArchiveFile | undefined> {
	for (;;) {
		const first = await pages.next();
		if (first.done) return undefined;
		if (first.value.length > 0) return { path: `${path}.jsonl`, content: joined(orgId, first.value, pages) };
	}
}

async function* joined(
	orgId: string,
	first: readonly ExportedRecord[],
	rest: AsyncGenerator<readonly ExportedRecord[]>,
) {
	yield await encode(orgId, first);
	for await (const page of rest) if (page.length > 0) yield await encode(orgId, page);
}

async function keep(rows: readonly Row[], isKept: (row: Row) => boolean | Promise<boolean>): Promise<Row[]> {
	const kept: Row[] = [];
	for (const row of rows) if (await isKept(row)) kept.push(row);
	return kept;
}

/** Returns the files with everything of an organization that is shown: rows by table, the content of recordings, and the logo. */
export async function* filesOfOrganization(
	{ store, blobs, cutoffs }: ContentSource,
	orgId: string,
	onProgress: OnProgress,
): AsyncGenerator<ArchiveFile> {
	const shown = createShown(store, orgId, await cutoffs(orgId));
	const organization = await findOrganizationRow(store, orgId);
	yield { path: "organization.json", content: [await encode(orgId, organization ? [toRecord(organization)] : [])] };
	const people = await toFile(orgId, "people", listPeople(store, orgId));
	if (people) yield people;
	const tables = exportedTables();
	for (const [at, { file, read, isShown }] of tables.entries()) {
		async function* pages() {
			for await (const rows of read(store, orgId))
				yield (await keep(rows, (row) => isShown(row, shown))).map((row) => toRecord(row));
		}
		const found = await toFile(orgId, file, pages());
		if (found) yield found;
		await onProgress((at + 1) / tables.length / 2);
	}
	yield* mediaOf({ store, blobs }, orgId, shown);
}

async function* mediaOf({ store, blobs }: Pick<ContentSource, "store" | "blobs">, orgId: string, shown: Shown) {
	for await (const rows of readRecordings(store, orgId))
		for (const { id, blobId, contentType } of rows) {
			// Asked again: the export may have taken hours, and retention goes on meanwhile.
			if (!(await shown.isOwnerShown("recording", String(id)))) continue;
			yield* fileOf(blobs, orgId, {
				blobId,
				path: `recordings/${String(id)}`,
				extension: extensionOf(String(contentType)),
			});
		}
	for await (const rows of readBranding(store, orgId))
		for (const { logoBlobId } of rows)
			if (logoBlobId !== null) yield* fileOf(blobs, orgId, { blobId: logoBlobId, path: "logo", extension: "png" });
}

/** A file in the blob store, and where an archive has it. */
interface StoredFile {
	readonly blobId: unknown;
	/** Without the extension. */
	readonly path: string;
	readonly extension: string;
}

/** Returns a file that is stored; none where it was deleted meanwhile. */
async function* fileOf(blobs: Blobs, orgId: string, { blobId, path, extension }: StoredFile) {
	const content = await blobs.open(orgId, String(blobId)).catch((error: unknown) => {
		if (error instanceof AppError && (error.code === "not_found" || error.code === "gone")) return error;
		throw error;
	});
	if (!(content instanceof AppError)) yield { path: `${path}.${extension}`, content: content.stream() };
	// Lost, and not deleted meanwhile: the archive says so, rather than not to be made at all.
	else if (content.code === "gone")
		yield { path: `${path}.missing.txt`, content: [new TextEncoder().encode(`${content.message}\n`)] };
}

/** Returns an extension for a type of content: its subtype, as far as that is harmless. */
const extensionOf = (contentType: string): string =>
	/\/(?:x-)?([a-z0-9]{1,8})/.exec(contentType.toLowerCase())?.[1] ?? "bin";

/** Returns the files with everything of a person in an organization that is shown. @param folder of their paths, ending in a slash */
export async function* filesOfPerson(
	{ store, cutoffs }: ContentSource,
	orgId: string,
	person: ExportedPerson,
	{ folder = "", onProgress = async () => {} }: { readonly folder?: string; readonly onProgress?: OnProgress } = {},
): AsyncGenerator<ArchiveFile> {
	const shown = createShown(store, orgId, await cutoffs(orgId));
	const named = person.userId === null ? undefined : await findPerson(store, orgId, person.userId);
	if (named) yield { path: `${folder}person.json`, content: [await encode(orgId, [named])] };
	const traces: Traces = {
		...person,
		participantIds: new Set(),
		meetingIds: new Set(),
		transcriptIds: new Set(),
		speakerIds: new Set(),
	};
	for (const [at, table] of PERSON_TABLES.entries()) {
		const pages = pagesOfPerson(store, orgId, { table, traces, shown });
		if (table.file === null) for await (const _page of pages);
		else {
			const found = await toFile(orgId, `${folder}${table.file}`, pages);
			if (found) yield found;
		}
		await onProgress((at + 1) / PERSON_TABLES.length);
	}
}

/** How a table is read for a person. */
interface TableRead {
	readonly table: PersonTable;
	readonly traces: Traces;
	readonly shown: Shown;
}

async function* pagesOfPerson(store: Store, orgId: string, { table, traces, shown }: TableRead) {
	const { read, of = () => [undefined], isTheirs = () => true, isShown = () => true, note, without } = table;
	for (const first of [...of(traces)] as (string | null | undefined)[]) {
		if (first === null) continue;
		for await (const rows of read(store, orgId, first)) {
			const theirs = await keep(rows, (row) => isTheirs(row, traces) && isShown(row, shown));
			for (const row of theirs) note?.(row, traces);
			yield theirs.map((row) => toRecord(row, without));
		}
	}
}

/** Returns the files with everything of an account, and of its person in the organizations they belong to. */
export async function* filesOfAccount(
	source: ContentSource,
	person: ExportedPerson & { readonly userId: string },
): AsyncGenerator<ArchiveFile> {
	const { store } = source;
	for (const [name, rows] of Object.entries(await readAccount(store, person.userId)))
		if (rows.length > 0)
			yield {
				path: `${name}.jsonl`,
				content: [
					await encode(
						INSTALLATION,
						rows.map((row) => toRecord(row)),
					),
				],
			};
	const organizations = await readOrganizationsOf(store, person.userId);
	const shown = organizations.map(({ orgId, name }) => ({ id: orgId, name }));
	if (shown.length > 0) yield { path: "organizations.jsonl", content: [await encode(INSTALLATION, shown)] };
	for (const { orgId, state } of organizations)
		if (state !== "deleted") yield* filesOfPerson(source, orgId, person, { folder: `organizations/${orgId}/` });
}

/** Returns what an archive says of itself. */
export const headOf = (of: Readonly<Record<string, string | null>>, nowMs: number) => ({
	...of,
	createdAt: rfc3339(nowMs),
});
