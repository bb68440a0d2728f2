import { migrations, pendingMigrations } from "#db/migrations";
import { encodeRow, type PortableReader, pagesOf, portableTables, RowDigest, toProperties } from "#db/portable";
import { AppError } from "#kernel/errors";
import { openVault } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { inEnglish } from "#kernel/texts";
import { INSTALLATION_KEY, type InstallationRecord, opensWith } from "#platform/installation";
import type { CopyOptions, RowCounts } from "./ports.ts";

/** A source that is ready to be copied. */
export interface PreparedSource {
	readonly counts: RowCounts;
	/** Digest of what every use of the installation changes: two copies with the same mark have seen the same rows. */
	readonly mark: string;
}

/** Tables that every use of an installation changes. */
const CHANGING = ["service_state", "organization_ledgers"];

/**
 * Freezes a source and asserts that it can be copied.
 * @throws AppError when it is not an installation of this version or somebody writes to it; SetupError when its key is
 * another one
 */
export async function prepareSource(source: PortableReader, { from, keys }: CopyOptions): Promise<PreparedSource> {
	const applied = await source.applied();
	if (applied.length === 0)
		throw new AppError("state_conflict", inEnglish(`There is no installation in ${from.name}.`));
	if (pendingMigrations(migrations[source.dialect], applied).length > 0) {
		const how = "start this version of the server on it once, or run parley migrate";
		throw new AppError("state_conflict", inEnglish(`The tables of ${from.name} are of an older version: ${how}.`));
	}
	await source.freeze({ exclusive: true }).catch((cause: unknown) => {
		throw new AppError(
			"unavailable",
			inEnglish(`Another process is writing to ${from.name}: stop its servers and commands.`),
			{ cause },
		);
	});
	const mark = new RowDigest();
	let record: InstallationRecord | undefined;
	for (const table of portableTables().filter(({ name }) => CHANGING.includes(name))) {
		for await (const rows of pagesOf(source, table)) {
			for (const row of rows) {
				mark.add(encodeRow(row));
				if (row[0] !== INSTALLATION_KEY) continue;
				record = toProperties(table, row).value as InstallationRecord;
			}
		}
	}
	if (record !== undefined) assertKey(record, { from, keys });
	const counts = new Map<ReturnType<typeof portableTables>[number], number>();
	for (const table of portableTables()) counts.set(table, await source.count(table));
	return { counts, mark: mark.hex };
}

/** The copy can only be used with the key of the source, beside it: whoever copies without it would notice too late. */
function assertKey(record: InstallationRecord, { from, keys }: Pick<CopyOptions, "from" | "keys">): void {
	if (keys !== null && opensWith(openVault(keys), record)) return;
	const what = keys === null ? "there is no encryption key here" : "the encryption key here is another one";
	throw new SetupError(
		`${what}, and a copy of ${from.name} can only be used with the same key: run this where its server runs, with its DATA_DIR or ENCRYPTION_KEY.`,
	);
}
