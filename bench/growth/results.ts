import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bytes } from "./bytes.ts";
import type { Comparison } from "./compare.ts";
import { CACHE } from "./databases.ts";

/** Everything that was measured. */
export interface Measured {
	readonly comparisons: Record<string, Comparison>;
	/** Processor time of a request in µs by the number of tokens in turn. */
	readonly tokens: Record<string, number>;
	/** Longest stall with so many tokens, in ms. */
	readonly tokenStalls: Record<string, number>;
	bytes: Bytes | null;
}

/** What was measured, kept in a file, so that a run can be interrupted. */
export class Results {
	readonly #path: string;
	readonly measured: Measured;

	/**
	 * @param engine name of the engine, which has results of its own
	 * @param isContinued false: what earlier runs measured does not count
	 */
	constructor(engine: string, isContinued: boolean) {
		mkdirSync(CACHE, { recursive: true });
		this.#path = join(CACHE, `results-${engine}.json`);
		this.measured =
			isContinued && existsSync(this.#path)
				? (JSON.parse(readFileSync(this.#path, "utf8")) as Measured)
				: { comparisons: {}, tokens: {}, tokenStalls: {}, bytes: null };
	}

	/** Stores what was measured so far. */
	save(): void {
		writeFileSync(this.#path, JSON.stringify(this.measured));
	}
}
