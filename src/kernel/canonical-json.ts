/**
 * The one text of a JSON value by RFC 8785 (JSON Canonicalization Scheme): no white space, members sorted by UTF-16
 * code units, numbers and strings as ECMAScript writes them. Equal values give equal text, so the text can be hashed.
 * Members that are `undefined` are left out, as JSON has no word for them.
 * @throws TypeError for what JSON cannot say (NaN, Infinity, a lone surrogate, bigint, function, Date, Map …): a bug of
 * the caller, never of a client.
 */
export function canonicalJson(value: unknown): string {
	switch (typeof value) {
		case "string":
			return quote(value);
		case "number":
			if (!Number.isFinite(value)) throw new TypeError(`Canonical JSON has no ${value}.`);
			return JSON.stringify(value);
		case "boolean":
			return value ? "true" : "false";
		case "object":
			return value === null ? "null" : Array.isArray(value) ? list(value) : members(value);
		default:
			throw new TypeError(`Canonical JSON has no ${typeof value}.`);
	}
}

function quote(text: string): string {
	if (!text.isWellFormed()) throw new TypeError("Canonical JSON has no lone surrogates.");
	return JSON.stringify(text);
}

/** `Array.from`, not `map`: a hole must not pass as nothing. */
const list = (values: readonly unknown[]): string => `[${Array.from(values, canonicalJson).join(",")}]`;

function members(value: object): string {
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) {
		throw new TypeError(`Canonical JSON is made of plain objects, not of ${value.constructor.name}.`);
	}
	const entries = Object.entries(value).filter(([, member]) => member !== undefined);
	entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([name, member]) => `${quote(name)}:${canonicalJson(member)}`).join(",")}}`;
}
