/**
 * Serializes a JSON value as specified by RFC 8785 (JSON Canonicalization Scheme): no white space, members sorted by
 * UTF-16 code units, numbers and strings as ECMAScript writes them. Equal values give equal text, so the text can be
 * hashed. Members that are `undefined` are left out, since JSON cannot express them.
 * @throws TypeError for values JSON cannot express (NaN, Infinity, a lone surrogate, bigint, function, Date, Map …): a
 * bug of the caller, never of a client.
 */
export function canonicalJson(value: unknown): string {
	// For values that are canonical already, JSON.stringify writes the same text in a fifth of the time.
	return isCanonical(value) ? JSON.stringify(value) : canonicalize(value);
}

/** Whether `JSON.stringify` would write the canonical text: every value is supported, and members are in order. */
function isCanonical(value: unknown): boolean {
	switch (typeof value) {
		case "string":
			return value.isWellFormed();
		case "number":
			return Number.isFinite(value);
		case "boolean":
			return true;
		case "object":
			if (value === null) return true;
			return Array.isArray(value) ? isCanonicalList(value) : isPlain(value) && hasCanonicalMembers(value);
		default:
			return false;
	}
}

function isCanonicalList(values: readonly unknown[]): boolean {
	// By index: a hole must not pass as nothing.
	for (let i = 0; i < values.length; i++) if (!isCanonical(values[i])) return false;
	return true;
}

function hasCanonicalMembers(value: object): boolean {
	let last = "";
	for (const name of Object.keys(value)) {
		if (name < last || !name.isWellFormed() || !isCanonical((value as Record<string, unknown>)[name])) return false;
		last = name;
	}
	return true;
}

function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/** Serializes a value that is not canonical yet: its members are out of order, or JSON cannot express it. */
function canonicalize(value: unknown): string {
	if (Array.isArray(value)) return canonicalizeList(value);
	if (typeof value === "object" && value !== null) return canonicalizeMembers(value);
	throw new TypeError(`Canonical JSON has no ${nameUnsupported(value)}.`);
}

function nameUnsupported(value: unknown): string {
	if (typeof value === "string") return "lone surrogates";
	return typeof value === "number" ? String(value) : typeof value;
}

/** Serializes a list. `Array.from`, not `map`, so that a hole is not skipped. */
const canonicalizeList = (values: readonly unknown[]): string => `[${Array.from(values, canonicalJson).join(",")}]`;

function canonicalizeMembers(value: object): string {
	if (!isPlain(value))
		throw new TypeError(`Canonical JSON is made of plain objects, not of ${value.constructor.name}.`);
	let text = "";
	// Without a comparison, sort() goes by UTF-16 code units.
	for (const name of Object.keys(value).sort()) {
		const member = (value as Record<string, unknown>)[name];
		if (member !== undefined) text += `${text === "" ? "" : ","}${canonicalJson(name)}:${canonicalJson(member)}`;
	}
	return `{${text}}`;
}
