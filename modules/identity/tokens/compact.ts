import { parseStrictJson } from "#kernel/strict-json";
import { invalidToken } from "./errors.ts";

type Members = Readonly<Record<string, unknown>>;

/** A decoded compact JWS (RFC 7515 §7.1). Not trustworthy yet: the signature is not verified. */
export interface CompactToken {
	readonly header: Members;
	readonly claims: Members;
}

/** Header members by which a token would supply its own key, or change how it is parsed. None are needed here. */
const REFUSED_MEMBERS = ["crit", "b64", "jwk", "jku", "x5u", "x5c", "zip"];

/**
 * Decodes a token without verifying it. Accepts the canonical form only: base64url without padding or stray bits, no
 * duplicate members.
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

/** Decodes one part; a part that does not round-trip was not written by an issuer. */
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
