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

/** Printable ASCII without quote and backslash: nothing to escape. Most texts are, and the test is quicker than JSON's. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
	if (PLAIN.test(text)) return `"${text}"`;
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
	let text = "";
	// Without a comparison, sort() goes by UTF-16 code units.
	for (const name of Object.keys(value).sort()) {
		const member = (value as Record<string, unknown>)[name];
		if (member !== undefined) text += `${text === "" ? "" : ","}${quote(name)}:${canonicalJson(member)}`;
	}
	return `{${text}}`;
}
