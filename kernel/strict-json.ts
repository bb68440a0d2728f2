import { AppError } from "./errors.ts";
import { pointerStep } from "./json.ts";

/** Objects and arrays within each other, at most. */
export const MAX_JSON_DEPTH = 32;
/** Values in one document (objects and arrays count too), at most. */
export const MAX_JSON_NODES = 20_000;

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters of a client's name that an error message repeats at most. */
const KEY_SHOWN = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The value of a JSON text (RFC 8259) that is safe to hand on. It is what `JSON.parse` would give, but refused are:
 * bytes that are not UTF-8 or start with a byte order mark, more than {@link MAX_JSON_DEPTH} levels or
 * {@link MAX_JSON_NODES} values, a name given twice in one object, the names `__proto__`, `constructor` and
 * `prototype`, NUL and lone surrogates in strings (raw or escaped), and numbers beyond ±(2^53 − 1).
 * @throws `invalid_json` that says where (JSON Pointer, and `meta.offset` in UTF-16 units) and why, never what was sent
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
		throw refusal("encoding", "must not start with a byte order mark");
	}
	let text: string;
	try {
		text = decoder.decode(bytes);
	} catch (cause) {
		throw refusal("encoding", "is not valid UTF-8", { cause });
	}
	return new Reader(text).document();
}

/** Where the error is, as far as that is known, and what told us. */
interface Place {
	readonly path?: string;
	readonly offset?: number;
	readonly cause?: unknown;
}

function refusal(code: string, message: string, { path = "", offset, cause }: Place = {}): AppError {
	const place = offset === undefined ? "" : ` (at character ${offset})`;
	return new AppError("invalid_json", `The body ${message}${place}.`, {
		fieldErrors: [{ path, code, message }],
		cause,
		...(offset === undefined ? {} : { meta: { offset } }),
	});
}

/** Reads one document from left to right. Every character is looked at a bounded number of times. */
class Reader {
	readonly #text: string;
	/** Names and indexes that lead to the value being read; its length is the depth. */
	readonly #path: (string | number)[] = [];
	#position = 0;
	#nodes = 0;

	constructor(text: string) {
		this.#text = text;
	}

	document(): unknown {
		const value = this.#value();
		if (!Number.isNaN(this.#next())) throw this.#syntax("has text after its end");
		return value;
	}

	#value(): unknown {
		if (++this.#nodes > MAX_JSON_NODES) {
			throw this.#refuse("too_many_values", `has more than ${MAX_JSON_NODES} values`);
		}
		switch (this.#next()) {
			case 0x7b: // {
				return this.#object();
			case 0x5b: // [
				return this.#array();
			case QUOTE:
				return this.#string();
			case 0x74: // t
				return this.#word("true", true);
			case 0x66: // f
				return this.#word("false", false);
			case 0x6e: // n
				return this.#word("null", null);
			default:
				return this.#number();
		}
	}

	#object(): Record<string, unknown> {
		const members: Record<string, unknown> = {};
		this.#enter();
		if (this.#take(0x7d)) return members;
		do {
			if (this.#next() !== QUOTE) throw this.#syntax("must have a name in double quotes here");
			const start = this.#position;
			const name = this.#string();
			this.#path.push(name);
			if (FORBIDDEN_KEYS.has(name)) throw this.#refuse("forbidden_name", "uses a name that is not allowed", start);
			if (Object.hasOwn(members, name)) throw this.#refuse("duplicate_name", "gives a name twice", start);
			if (!this.#take(COLON)) throw this.#syntax("must have a colon here");
			members[name] = this.#value();
			this.#path.pop();
		} while (this.#take(COMMA));
		if (!this.#take(0x7d)) throw this.#syntax("must have a comma or the end of the object here");
		return members;
	}

	#array(): unknown[] {
		const items: unknown[] = [];
		this.#enter();
		if (this.#take(0x5d)) return items;
		do {
			this.#path.push(items.length);
			items.push(this.#value());
			this.#path.pop();
		} while (this.#take(COMMA));
		if (!this.#take(0x5d)) throw this.#syntax("must have a comma or the end of the array here");
		return items;
	}

	/** Steps over the bracket that opens an object or an array. */
	#enter(): void {
		if (this.#path.length >= MAX_JSON_DEPTH) {
			throw this.#refuse("too_deep", `is nested more than ${MAX_JSON_DEPTH} levels deep`);
		}
		this.#position += 1;
	}

	#string(): string {
		const start = this.#position;
		let end = start + 1;
		let isPlain = true;
		for (let code = this.#text.charCodeAt(end); code !== QUOTE; code = this.#text.charCodeAt(end)) {
			if (Number.isNaN(code)) throw this.#syntax("has a string without an end");
			if (code === BACKSLASH || code < 0x20) isPlain = false;
			end += code === BACKSLASH ? 2 : 1;
		}
		this.#position = end + 1;
		return isPlain ? this.#text.slice(start + 1, end) : this.#unescape(start);
	}

	/** The string between `start` and the position, which holds a backslash or something JSON does not allow. */
	#unescape(start: number): string {
		const value = parseString(this.#text.slice(start, this.#position));
		if (value === undefined) {
			throw this.#refuse("syntax", "has a control character or an unknown escape in a string", start);
		}
		if (value.includes("\0")) throw this.#refuse("nul", "has a NUL in a string", start);
		// The decoder lets no surrogate through: only an escape can leave one alone.
		if (!value.isWellFormed()) throw this.#refuse("lone_surrogate", "has half a surrogate pair in a string", start);
		return value;
	}

	#number(): number {
		const start = this.#position;
		NUMBER.lastIndex = start;
		if (!NUMBER.test(this.#text)) throw this.#syntax("must have a value here");
		this.#position = NUMBER.lastIndex;
		const value = Number(this.#text.slice(start, this.#position));
		if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
			throw this.#refuse("number_too_large", "has a number beyond 2^53 - 1 or below -(2^53 - 1)", start);
		}
		return value;
	}

	#word<T>(word: string, value: T): T {
		if (!this.#text.startsWith(word, this.#position)) throw this.#syntax("must have a value here");
		this.#position += word.length;
		return value;
	}

	/** Steps over white space. The code unit that follows, NaN at the end. */
	#next(): number {
		let code = this.#text.charCodeAt(this.#position);
		while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
			this.#position += 1;
			code = this.#text.charCodeAt(this.#position);
		}
		return code;
	}

	/** Steps over `code` when it comes next, and tells whether it did. */
	#take(code: number): boolean {
		if (this.#next() !== code) return false;
		this.#position += 1;
		return true;
	}

	#syntax(message: string): AppError {
		return this.#refuse("syntax", this.#position < this.#text.length ? message : "ends too early");
	}

	#refuse(code: string, message: string, offset = this.#position): AppError {
		const path = this.#path.map((step) => `/${shortStep(String(step))}`).join("");
		return refusal(code, message, { path, offset });
	}
}

/** What `JSON.parse` makes of one quoted string, undefined when it is none. */
function parseString(quoted: string): string | undefined {
	try {
		const value: unknown = JSON.parse(quoted);
		return typeof value === "string" ? value : undefined;
	} catch {
		return undefined;
	}
}

/** A step of a JSON Pointer, cut short so that a hostile name does not come back whole. */
function shortStep(step: string): string {
	const shown = step.length > KEY_SHOWN ? `${step.slice(0, KEY_SHOWN).toWellFormed()}…` : step;
	return pointerStep(shown);
}
