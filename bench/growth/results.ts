import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SizeName } from "../../scripts/grow/plan.ts";
import type { Bytes } from "./bytes.ts";
import { CACHE } from "./databases.ts";

/** One line of a measurement. */
export interface Line {
	readonly name: string;
	/** Processor time of one call, in µs; null: too few of what it needs at this size. */
	readonly micros?: number | null;
	readonly calls?: number;
	/** Rows of the page; null: the response is none. */
	readonly rows?: number | null;
	/** Longest time for which the event loop was busy with one thing, in ms. */
	readonly stallMs?: number;
	readonly bytes?: Bytes;
	/** Reason why it could not be measured. */
	readonly failure?: string;
}

type All = Partial<Record<SizeName, Record<string, Line>>>;

/** What was measured, kept in a file, so that a run can be interrupted. */
export class Results {
	readonly #path: string;
	readonly all: All;

	/**
	 * @param engine name of the engine, which has results of its own
	 * @param isContinued false: what earlier runs measured does not count
	 */
	constructor(engine: string, isContinued: boolean) {
		this.#path = join(CACHE, `results-${engine}.json`);
		mkdirSync(CACHE, { recursive: true });
		this.all = isContinued && existsSync(this.#path) ? (JSON.parse(readFileSync(this.#path, "utf8")) as All) : {};
	}

	/** Adds a line and stores all. */
	add(size: SizeName, line: Line): void {
		this.all[size] = { ...this.all[size], [line.name]: line };
		writeFileSync(this.#path, JSON.stringify(this.all));
	}

	/** Names of what was measured at any size, in the order of the cases. */
	get names(): string[] {
		return [...new Set(Object.values(this.all).flatMap((lines) => Object.keys(lines)))];
	}

	/** Returns the names of what was measured at a size without a failure. */
	namesOf(size: SizeName): string[] {
		return Object.values(this.all[size] ?? {}).flatMap(({ name, failure }) => (failure === undefined ? name : []));
	}

	of(size: SizeName, name: string): Line | undefined {
		return this.all[size]?.[name];
	}

	/** Stalls, the longest first. */
	get stalls(): { readonly size: string; readonly name: string; readonly stallMs: number }[] {
		const found = Object.entries(this.all).flatMap(([size, lines]) =>
			Object.values(lines).map(({ name, stallMs = 0 }) => ({ size, name, stallMs })),
		);
		return found.sort((a, b) => b.stallMs - a.stallMs);
	}

	/** What could not be measured, and why. */
	get failures(): string[] {
		return Object.entries(this.all).flatMap(([size, lines]) =>
			Object.values(lines).flatMap(({ failure }) => (failure === undefined ? [] : `${size}: ${failure}`)),
		);
	}
}
