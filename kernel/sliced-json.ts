import type { Slices } from "./slices.ts";

/** Characters parsed in one step, at most: a few ms. */
export const MAX_STEP_CHARS = 1 << 19;
/** How deep the list may be: a member of an object, or of an object in that. */
const MAX_DEPTH = 3;
/** Steps between two looks at the time. */
const STEPS = 1_000;

/** JSON whose long list is still text. */
export interface SlicedJson {
	/** The JSON with an empty list in place of the long one. */
	readonly rest: string;
	/** The JSON of each item. */
	readonly items: readonly string[];
}

/** Thrown for JSON that is too long beside its list. */
export class StepTooLongError extends Error {}

/**
 * Takes the items out of the list that is a member `name` of an object, or of an object in that, so that they can be
 * parsed one by one. Whether it is JSON shows when its parts are parsed.
 * @throws StepTooLongError when the rest, or one item, cannot be parsed in one step
 */
export async function sliceJson(text: string, name: string, slices: Slices): Promise<SlicedJson> {
	const scanner = new ListScanner(text, name);
	for (let steps = 1; scanner.step(); steps++) if (steps % STEPS === 0 && slices.isOver) await slices.pause();
	return scanner.end();
}

/** Finds the list, token by token. */
class ListScanner {
	readonly #text: string;
	/** Matches what is before the list. */
	readonly #opening: RegExp;
	readonly #outside = /["[\]{},]/g;
	readonly #inString = /\\.|"/gs;
	readonly #kept: string[] = [];
	#items: string[] = [];
	#isInString = false;
	#depth = 0;
	/** Depth of the list; 0: outside of it. */
	#listDepth = 0;
	/** Depth of the first list: one elsewhere stays in the rest. */
	#onlyDepth = 0;
	#itemAt = 0;
	#keptTo = 0;
	#at = 0;

	constructor(text: string, name: string) {
		this.#text = text;
		this.#opening = new RegExp(`"${name}"\\s{0,100}:\\s{0,100}$`);
	}

	/** Reads a token; false at the end. */
	step(): boolean {
		const tokens = this.#isInString ? this.#inString : this.#outside;
		tokens.lastIndex = this.#at;
		const found = tokens.exec(this.#text);
		if (found === null) return false;
		this.#at = tokens.lastIndex;
		const [token] = found;
		if (token === '"') this.#isInString = !this.#isInString;
		else if (!this.#isInString) this.#take(token, found.index);
		return true;
	}

	/** @throws StepTooLongError */
	end(): SlicedJson {
		const rest = [...this.#kept, this.#text.slice(this.#keptTo)].join("");
		if (rest.length > MAX_STEP_CHARS) throw new StepTooLongError();
		return { rest, items: this.#items };
	}

	#take(token: string, at: number): void {
		const isOfList = this.#depth === this.#listDepth;
		if (token === ",") {
			if (isOfList) this.#endItem(at);
		} else if (token === "[" || token === "{") {
			this.#depth++;
			if (token === "[" && this.#isOpening(at)) this.#begin(at);
		} else {
			if (isOfList && this.#listDepth > 0) this.#endList(at);
			this.#depth--;
		}
	}

	#isOpening(at: number): boolean {
		const isElsewhere = this.#onlyDepth > 0 && this.#depth !== this.#onlyDepth;
		if (this.#listDepth > 0 || this.#depth > MAX_DEPTH || isElsewhere) return false;
		return this.#opening.test(this.#text.slice(Math.max(0, at - 300), at));
	}

	#begin(at: number): void {
		this.#kept.push(this.#text.slice(this.#keptTo, at + 1));
		// Of several members of that name the last one counts, as in any JSON.
		this.#items = [];
		this.#listDepth = this.#depth;
		this.#onlyDepth = this.#depth;
		this.#itemAt = at + 1;
	}

	#endList(at: number): void {
		if (this.#items.length > 0 || this.#text.slice(this.#itemAt, at).trim() !== "") this.#endItem(at);
		this.#keptTo = at;
		this.#listDepth = 0;
	}

	/** @throws StepTooLongError */
	#endItem(at: number): void {
		const item = this.#text.slice(this.#itemAt, at);
		if (item.length > MAX_STEP_CHARS) throw new StepTooLongError();
		this.#itemAt = at + 1;
		this.#items.push(item);
	}
}
