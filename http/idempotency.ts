import { canonicalJson } from "#kernel/canonical-json";
import { AppError } from "#kernel/errors";
import type { IdempotentRequest } from "#kernel/request-context";
import { isUuid } from "#kernel/request-id";
import { sha256Hex } from "#kernel/secrets";
import { whyKeyIgnored } from "./access.ts";
import type { Exchange } from "./exchange.ts";
import { ReadContent } from "./read-content.ts";

/** Unquotes a UUID given as a structured-field string (`"…"`). */
const unquote = (raw: string): string => (/^".*"$/.test(raw) ? raw.slice(1, -1) : raw);

/**
 * Reads the `Idempotency-Key` of a POST; null without one, and where the operation ignores it. The key is scoped to
 * (principal, tenant, method, route template): a caller never meets another's key, nor their own of another organization.
 * @throws `idempotency_key_invalid`, also where it is ignored
 */
function readScope(exchange: Exchange): string | null {
	const raw = exchange.request.headers.get("idempotency-key");
	if (raw === null || exchange.request.method !== "POST") return null;
	const key = unquote(raw.trim()).toLowerCase();
	if (!isUuid(key))
		throw new AppError("idempotency_key_invalid", "Idempotency-Key must be one UUID, bare or in double quotes.");
	if (whyKeyIgnored(exchange.gate ?? {}) !== undefined) return null;
	const { kind, id, orgId } = exchange.principal;
	return sha256Hex(canonicalJson([kind, id, orgId, "POST", exchange.route, key]));
}

/** Returns the digest of what a request says: the parameters of its path, what it contains, and its query, if it has one. */
function fingerprintOf({ request, params }: Exchange, said: unknown): string {
	const [, query = ""] = request.url.split("?", 2);
	return sha256Hex(canonicalJson(query === "" ? [params, said] : [params, said, query]));
}

/** Returns the request of a key whose body of JSON was read; null: it has none. @throws `idempotency_key_invalid` */
export function keyedByJson(exchange: Exchange, body: unknown): IdempotentRequest | null {
	const scope = readScope(exchange);
	if (scope === null) return null;
	const fingerprint = fingerprintOf(exchange, body);
	return { scope, fingerprint: () => fingerprint, replayed: false };
}

/**
 * Returns the request of a key whose content the handler reads; null: it has none. The content is hashed as it is read, by
 * `exchange.content`, so that none of it is kept for this.
 * @param headers names of the headers that say what the content is for
 * @throws `idempotency_key_invalid`
 */
export function keyedByContent(exchange: Exchange, headers: readonly string[] = []): IdempotentRequest | null {
	const scope = readScope(exchange);
	if (scope === null) return null;
	const content = new ReadContent();
	exchange.content = content;
	const { headers: sent } = exchange.request;
	const type = sent.get("content-type") ?? "";
	// A form that is sent again has another boundary.
	const about = [/^multipart\//i.test(type) ? "multipart" : type, ...headers.map((name) => sent.get(name))];
	return {
		scope,
		fingerprint: async () => fingerprintOf(exchange, [about, await content.digest()]),
		replayed: false,
	};
}
