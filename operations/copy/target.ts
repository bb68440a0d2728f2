import { COPY_MARK, migrations, pendingMigrations } from "#db/migrations";
import type { PortableKey, PortableTable, PortableWriter } from "#db/portable";
import { AppError } from "#kernel/errors";
import { inEnglish } from "#kernel/texts";
import type { CopyOptions } from "./ports.ts";

/** Where a copy goes on. */
export interface PreparedTarget {
	readonly resumed: boolean;
	/** Returns how far a table was copied. */
	progressOf(table: PortableTable): TableProgress;
}

/** How far a table was copied. */
export interface TableProgress {
	/** Key of the last row; null: none was copied. */
	readonly after: PortableKey | null;
	readonly rows: number;
}

const NOTHING: TableProgress = { after: null, rows: 0 };
/** Name of the note with the mark of the source. */
const SOURCE = "source";

/**
 * Prepares a target: one that is empty, or one that a copy of the same source has left unfinished.
 * @throws AppError for any other
 */
export async function prepareTarget(
	target: PortableWriter,
	mark: string,
	{ from, to, restart }: CopyOptions,
): Promise<PreparedTarget> {
	const notes = await target.notes();
	if (notes === null) {
		await target.migrate();
		const filled = await target.findFilled();
		if (filled !== null) {
			const how = "copy into an empty database";
			throw new AppError("state_conflict", inEnglish(`${to.name} is not empty: its table ${filled} has rows; ${how}.`));
		}
		await target.begin({ name: SOURCE, value: mark });
		return { resumed: false, progressOf: () => NOTHING };
	}
	await assertSameVersion(target, to.name);
	if (restart || notes.size === 0) {
		await target.clear();
		await target.begin({ name: SOURCE, value: mark });
		return { resumed: false, progressOf: () => NOTHING };
	}
	if (notes.get(SOURCE) !== mark) {
		throw new AppError(
			"state_conflict",
			inEnglish(
				`${from.name} was used since the copy into ${to.name} began, or it is another database: add --restart to begin again.`,
			),
		);
	}
	return {
		resumed: true,
		progressOf({ name }) {
			const note = notes.get(name);
			return note === undefined ? NOTHING : JSON.parse(note);
		},
	};
}

async function assertSameVersion(target: PortableWriter, name: string): Promise<void> {
	const applied = (await target.applied()).filter(({ tag }) => tag !== COPY_MARK);
	if (pendingMigrations(migrations[target.dialect], applied).length === 0) return;
	const how = "go on with that version, or begin again in an empty database";
	throw new AppError("state_conflict", inEnglish(`The copy into ${name} was begun by an older version: ${how}.`));
}
