/**
 * The one text of a JSON value by RFC 8785 (JSON Canonicalization Scheme): no white space, members sorted by UTF-16
 * code units, numbers and strings as ECMAScript writes them. Equal values give equal text, so the text can be hashed.
 * Members that are `undefined` are left out, as JSON has no word for them.
 * @throws TypeError for what JSON cannot say (NaN, Infinity, a lone surrogate, bigint, function, Date, Map …): a bug of
 * the caller, never of a client.
 */
export function canonicalJson(value: unknown): string {
	// What already is in order, JSON.stringify writes the same, in a fifth of the time.
	return isCanonical(value) ? JSON.stringify(value) : write(value);
}

/** Whether `JSON.stringify` would give the canonical text: nothing unsayable, no member out of order. */
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

/** The canonical text of what is not canonical yet: members out of order, or something that JSON cannot say. */
function write(value: unknown): string {
	if (Array.isArray(value)) return writeList(value);
	if (typeof value === "object" && value !== null) return writeMembers(value);
	throw new TypeError(`Canonical JSON has no ${unsayable(value)}.`);
}

function unsayable(value: unknown): string {
	if (typeof value === "string") return "lone surrogates";
	return typeof value === "number" ? String(value) : typeof value;
}

/** `Array.from`, not `map`: a hole must not pass as nothing. */
const writeList = (values: readonly unknown[]): string => `[${Array.from(values, canonicalJson).join(",")}]`;

function writeMembers(value: object): string {
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
