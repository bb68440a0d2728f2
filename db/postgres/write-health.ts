import type { ReservedSQL } from "bun";
import { isUnavailable } from "../errors.ts";

/** Needs room in the data files and in the log, as a write does, and leaves nothing behind. */
const TRIAL = "CREATE TEMPORARY TABLE parley_trial ON COMMIT DROP AS SELECT 1 AS one";

/**
 * Whether writes succeed, which reads do not tell: they go on while the server has no room. Once a write has failed, and
 * as long as none has succeeded since, one is made for the purpose whenever somebody asks. Not before: it takes rows of the
 * catalog, which many instances would wear out.
 */
export class WriteHealth {
	#isProven = true;

	/** Runs a write, and notes how it ends. */
	async watch<T>(write: () => Promise<T>): Promise<T> {
		try {
			const result = await write();
			this.#isProven = true;
			return result;
		} catch (error) {
			if (isUnavailable(error)) this.#isProven = false;
			throw error;
		}
	}

	/** Returns why writes fail, for operators; null when they succeed. */
	async problem(connection: ReservedSQL): Promise<string | null> {
		if (this.#isProven) return null;
		try {
			await connection.unsafe(TRIAL);
		} catch (error) {
			// Whoever may not make the table, or has a server that cannot, learns nothing from that.
			if (isUnavailable(error)) return `writes fail: ${error instanceof Error ? error.message : String(error)}`;
		}
		this.#isProven = true;
		return null;
	}
}
