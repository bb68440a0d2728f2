import { canonicalJson } from "#kernel/canonical-json";
import { AppError } from "#kernel/errors";
import type { IdempotentRequest } from "#kernel/request-context";
import { isUuid } from "#kernel/request-id";
import { sha256Hex } from "#kernel/secrets";
import type { Exchange } from "./exchange.ts";

/** Unquotes a UUID given as a structured-field string (`"…"`). */
const unquote = (raw: string): string => (/^".*"$/.test(raw) ? raw.slice(1, -1) : raw);

/**
 * Reads the `Idempotency-Key` of a POST; null without one. The key is scoped to (principal, tenant, method, route
 * template): a caller never meets another's key, nor their own of another organization.
 * @throws `idempotency_key_invalid`
 */
export function readIdempotencyKey(
	exchange: Exchange,
	body: unknown,
	params: Record<string, string>,
): IdempotentRequest | null {
	const raw = exchange.request.headers.get("idempotency-key");
	if (raw === null || exchange.request.method !== "POST") return null;
	const key = unquote(raw.trim()).toLowerCase();
	if (!isUuid(key))
		throw new AppError("idempotency_key_invalid", "Idempotency-Key must be one UUID, bare or in double quotes.");
	const { kind, id, orgId } = exchange.principal;
	return {
		scope: sha256Hex(canonicalJson([kind, id, orgId, exchange.request.method, exchange.route, key])),
		fingerprint: sha256Hex(canonicalJson([params, body])),
		replayed: false,
	};
}
