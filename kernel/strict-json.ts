import { AppError } from "./errors.ts";
import { pointerToken } from "./json.ts";
import { asValue, type Message, text } from "./texts.ts";

/** Maximum nesting depth of objects and arrays. */
export const MAX_JSON_DEPTH = 32;
/** Maximum number of values in one document, objects and arrays included. */
export const MAX_JSON_NODES = 20_000;

const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);
/**
 * How an object with a member `toString` is written in a text. Without it, whoever puts the value in a message, as libraries
 * do that say what they found instead of a string, fails: the member is no function.
 */
const AS_TEXT = { value: () => "[object Object]" };
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Maximum number of characters of a client's member name that an error message repeats. */
const MAX_SHOWN_NAME_LENGTH = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON text (RFC 8259) into a value that is safe to pass on. The result is that of `JSON.parse`, but the
 * following are rejected: bytes that are not UTF-8 or start with a byte order mark, more than {@link MAX_JSON_DEPTH}
 * levels or {@link MAX_JSON_NODES} values, duplicate names in an object, the names `__proto__`, `constructor` and
 * `prototype`, NUL and lone surrogates in strings (raw or escaped), and numbers beyond ±(2^53 − 1).
 * @throws `invalid_json` that says where (JSON Pointer, and `meta.offset` in UTF-16 units) and why, never what was sent
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
		throw invalidJson("encoding", "must not start with a byte order mark");
	}
	let text: string;
	try {
		text = decoder.decode(bytes);
	} catch (cause) {
		throw invalidJson("encoding", "is not valid UTF-8", { cause });
	}
	return new JsonParser(text).parse();
}

/** Location of an error, as far as it is known, and its cause. */
interface ErrorLocation {
	readonly path?: string;
	readonly offset?: number;
	readonly cause?: unknown;
}

function invalidJson(code: string, message: Message, { path = "", offset, cause }: ErrorLocation = {}): AppError {
	return new AppError(
		"invalid_json",
		offset === undefined
			? text("The body {problem}.", { problem: asValue(message) })
			: text("The body {problem} (at character {offset}).", { problem: asValue(message), offset }),
		{
			fieldErrors: [{ path, code, message }],
			cause,
			...(offset === undefined ? {} : { meta: { offset } }),
		},
	);
}

/** A parser that reads one document from left to right. Every character is visited a bounded number of times. */
class JsonParser {
	readonly #text: string;
	/** Names and indexes that lead to the value being parsed; its length is the depth. */
	readonly #path: (string | number)[] = [];
	#position = 0;
	#nodes = 0;

	constructor(text: string) {
		this.#text = text;
	}

	parse(): unknown {
		const value = this.#value();
		if (!Number.isNaN(this.#next())) throw this.#syntaxError("has text after its end");
		return value;
	}

	#value(): unknown {
		if (++this.#nodes > MAX_JSON_NODES) {
			throw this.#error("too_many_values", text("has more than {most} values", { most: MAX_JSON_NODES }));
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
		this.#open();
		if (this.#take(0x7d)) return members;
		do {
			if (this.#next() !== QUOTE) throw this.#syntaxError("must have a name in double quotes here");
			const start = this.#position;
			const name = this.#string();
			this.#path.push(name);
			if (FORBIDDEN_KEYS.has(name)) throw this.#error("forbidden_name", "uses a name that is not allowed", start);
			if (Object.hasOwn(members, name)) throw this.#error("duplicate_name", "contains a name twice", start);
			if (!this.#take(COLON)) throw this.#syntaxError("must have a colon here");
			members[name] = this.#value();
			this.#path.pop();
		} while (this.#take(COMMA));
		if (!this.#take(0x7d)) throw this.#syntaxError("must have a comma or the end of the object here");
		if (Object.hasOwn(members, "toString")) Object.defineProperty(members, Symbol.toPrimitive, AS_TEXT);
		return members;
	}

	#array(): unknown[] {
		const items: unknown[] = [];
		this.#open();
		if (this.#take(0x5d)) return items;
		do {
			this.#path.push(items.length);
			items.push(this.#value());
			this.#path.pop();
		} while (this.#take(COMMA));
		if (!this.#take(0x5d)) throw this.#syntaxError("must have a comma or the end of the array here");
		return items;
	}

	/** Consumes the bracket that opens an object or an array. */
	#open(): void {
		if (this.#path.length >= MAX_JSON_DEPTH) {
			throw this.#error("too_deep", text("is nested more than {most} levels deep", { most: MAX_JSON_DEPTH }));
		}
		this.#position += 1;
	}

	#string(): string {
		const start = this.#position;
		let end = start + 1;
		let isPlain = true;
		for (let code = this.#text.charCodeAt(end); code !== QUOTE; code = this.#text.charCodeAt(end)) {
			if (Number.isNaN(code)) throw this.#syntaxError("has an unterminated string");
			if (code === BACKSLASH || code < 0x20) isPlain = false;
			end += code === BACKSLASH ? 2 : 1;
		}
		this.#position = end + 1;
		return isPlain ? this.#text.slice(start + 1, end) : this.#unescape(start);
	}

	/**
	 * Decodes the string between `start` and the position, which contains a backslash or a character JSON does not allow.
	 */
	#unescape(start: number): string {
		const value = parseString(this.#text.slice(start, this.#position));
		if (value === undefined) {
			throw this.#error("syntax", "has a control character or an unknown escape in a string", start);
		}
		if (value.includes("\0")) throw this.#error("nul", "has a NUL in a string", start);
		// The decoder lets no surrogate through: only an escape can leave one alone.
		if (!value.isWellFormed()) throw this.#error("lone_surrogate", "has half a surrogate pair in a string", start);
		return value;
	}

	#number(): number {
		const start = this.#position;
		NUMBER.lastIndex = start;
		if (!NUMBER.test(this.#text)) throw this.#syntaxError("must have a value here");
		this.#position = NUMBER.lastIndex;
		const value = Number(this.#text.slice(start, this.#position));
		if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
			throw this.#error("number_too_large", "has a number beyond 2^53 - 1 or below -(2^53 - 1)", start);
		}
		return value;
	}

	#word<T>(word: string, value: T): T {
		if (!this.#text.startsWith(word, this.#position)) throw this.#syntaxError("must have a value here");
		this.#position += word.length;
		return value;
	}

	/** Skips white space and returns the next code unit, NaN at the end. */
	#next(): number {
		let code = this.#text.charCodeAt(this.#position);
		while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
			this.#position += 1;
			code = this.#text.charCodeAt(this.#position);
		}
		return code;
	}

	/** Consumes `code` if it comes next; returns whether it did. */
	#take(code: number): boolean {
		if (this.#next() !== code) return false;
		this.#position += 1;
		return true;
	}

	#syntaxError(message: Message): AppError {
		return this.#error("syntax", this.#position < this.#text.length ? message : "ends too early");
	}

	#error(code: string, message: Message, offset = this.#position): AppError {
		const path = this.#path.map((step) => `/${shortenedToken(String(step))}`).join("");
		return invalidJson(code, message, { path, offset });
	}
}

/** Parses one quoted string with `JSON.parse`; undefined when it is not one. */
function parseString(quoted: string): string | undefined {
	try {
		const value: unknown = JSON.parse(quoted);
		return typeof value === "string" ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Returns a reference token of a JSON Pointer, truncated so that a hostile name is not echoed in full. */
function shortenedToken(step: string): string {
	const shown = step.length > MAX_SHOWN_NAME_LENGTH ? `${step.slice(0, MAX_SHOWN_NAME_LENGTH).toWellFormed()}…` : step;
	return pointerToken(shown);
}
