import { parseStrictJson } from "#kernel/strict-json";
import { invalidToken } from "./errors.ts";

type Members = Readonly<Record<string, unknown>>;

/** A compact JWS (RFC 7515 §7.1) taken apart. Nothing in it is proven: the signature was not looked at. */
export interface CompactToken {
	readonly header: Members;
	readonly claims: Members;
}

/** Header members that would make the token bring its own key, or change how it is read. Nobody needs them here. */
const REFUSED_MEMBERS = ["crit", "b64", "jwk", "jku", "x5u", "x5c", "zip"];

/**
 * Takes a token apart. Only its one canonical spelling is accepted: base64url without padding or stray bits, no member
 * given twice.
 * @throws `unauthenticated`
 */
export function parseCompact(token: string): CompactToken {
	const [header, claims, signature, ...rest] = token.split(".");
	if (header === undefined || claims === undefined || signature === undefined || rest.length > 0)
		throw invalidToken("not three parts");
	decodePart(signature);
	const compact = { header: parsePart(header), claims: parsePart(claims) };
	for (const name of REFUSED_MEMBERS) if (Object.hasOwn(compact.header, name)) throw invalidToken(`header has ${name}`);
	return compact;
}

/** Decodes one part; what encodes to something else again was not written by an issuer. */
function decodePart(part: string): Buffer {
	const bytes = Buffer.from(part, "base64url");
	if (bytes.length === 0 || bytes.toString("base64url") !== part) throw invalidToken("not canonical base64url");
	return bytes;
}

function parsePart(part: string): Members {
	const value = readJson(decodePart(part));
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidToken("not a JSON object");
	return value as Members;
}

function readJson(bytes: Buffer): unknown {
	try {
		return parseStrictJson(bytes);
	} catch (error) {
		throw invalidToken(error);
	}
}
