import type { ApiKeyRow } from "#db/schema";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { SCOPES } from "#kernel/scopes";
import { parseName } from "#kernel/text";
import { parseNetwork } from "./networks.ts";
import type { CreateApiKeyRequest, UpdateApiKeyRequest } from "./schemas.ts";

/** Validates a request and converts it to columns; null removes a restriction. @throws `validation_failed` */
export function parseKeyRequest<R extends CreateApiKeyRequest | UpdateApiKeyRequest>(
	request: R,
	nowMs: number,
): ParsedKey<R> {
	const { name, scopes, allowedIps, expiresAt } = request;
	const fieldErrors = new FieldErrors();
	const values: Partial<ParsedKey<CreateApiKeyRequest>> = {
		...(name !== undefined && { name: fieldErrors.check(() => parseName(name, "/name")) }),
		...(scopes !== undefined && { scopes: SCOPES.filter((scope) => scopes.includes(scope)) }),
		...(allowedIps !== undefined && { allowedIps: parseNetworks(allowedIps ?? [], fieldErrors) }),
		...(expiresAt !== undefined && { expiresAtMs: fieldErrors.check(() => parseExpiry(expiresAt, nowMs)) }),
	};
	fieldErrors.throwIfAny();
	return values as ParsedKey<R>;
}

/** The result of {@link parseKeyRequest}: the required members of a new key, or any members of a patch. */
type ParsedKey<R> = (R extends CreateApiKeyRequest ? Pick<ApiKeyRow, "name" | "scopes"> : unknown) &
	Partial<Pick<ApiKeyRow, "name" | "scopes" | "allowedIps" | "expiresAtMs">>;

const parseNetworks = (networks: readonly string[], fieldErrors: FieldErrors): string[] => [
	...new Set(networks.map((text, at) => fieldErrors.check(() => parseNetwork(text, `/allowedIps/${at}`)))),
];

function parseExpiry(raw: string | null, nowMs: number): number | null {
	if (raw === null) return null;
	const expiresAtMs = parseInstant(raw, "/expiresAt");
	if (expiresAtMs <= nowMs) throw invalidMember("/expiresAt", "in_the_past", "must be in the future");
	return expiresAtMs;
}
