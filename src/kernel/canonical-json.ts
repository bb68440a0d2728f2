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

/** The canonical text of a value that has to be put in order first. */
function write(value: unknown): string {
	switch (typeof value) {
		case "string":
			if (!value.isWellFormed()) throw new TypeError("Canonical JSON has no lone surrogates.");
			return JSON.stringify(value);
		case "number":
			if (!Number.isFinite(value)) throw new TypeError(`Canonical JSON has no ${value}.`);
			return JSON.stringify(value);
		case "boolean":
			return value ? "true" : "false";
		case "object":
			return value === null ? "null" : Array.isArray(value) ? writeList(value) : writeMembers(value);
		default:
			throw new TypeError(`Canonical JSON has no ${typeof value}.`);
	}
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
		if (member !== undefined) text += `${text === "" ? "" : ","}${write(name)}:${canonicalJson(member)}`;
	}
	return `{${text}}`;
}
