import type { ApiKeyRow } from "#db/schema";
import { Faults, invalidMember } from "#kernel/collect-faults";
import { parseInstant } from "#kernel/instant";
import { SCOPES } from "#kernel/principal";
import { parseName } from "#kernel/text";
import { parseNetwork } from "./networks.ts";
import type { CreateApiKeyRequest, UpdateApiKeyRequest } from "./schemas.ts";

/** The columns a request is about, checked; null in it lifts a restriction. @throws `validation_failed` */
export function parseKeyRequest<R extends CreateApiKeyRequest | UpdateApiKeyRequest>(
	request: R,
	nowMs: number,
): ParsedKey<R> {
	const { name, scopes, allowedIps, expiresAt } = request;
	const faults = new Faults();
	const values: Partial<ParsedKey<CreateApiKeyRequest>> = {
		...(name !== undefined && { name: faults.check(() => parseName(name, "/name")) }),
		...(scopes !== undefined && { scopes: SCOPES.filter((scope) => scopes.includes(scope)) }),
		...(allowedIps !== undefined && { allowedIps: parseNetworks(allowedIps ?? [], faults) }),
		...(expiresAt !== undefined && { expiresAtMs: faults.check(() => parseEnd(expiresAt, nowMs)) }),
	};
	faults.throwIfAny();
	return values as ParsedKey<R>;
}

/** {@link parseKeyRequest} answers what its request has: all of a new key's required members, any of a patch's. */
type ParsedKey<R> = (R extends CreateApiKeyRequest ? Pick<ApiKeyRow, "name" | "scopes"> : unknown) &
	Partial<Pick<ApiKeyRow, "name" | "scopes" | "allowedIps" | "expiresAtMs">>;

const parseNetworks = (networks: readonly string[], faults: Faults): string[] => [
	...new Set(networks.map((text, at) => faults.check(() => parseNetwork(text, `/allowedIps/${at}`)))),
];

function parseEnd(raw: string | null, nowMs: number): number | null {
	if (raw === null) return null;
	const endsAtMs = parseInstant(raw, "/expiresAt");
	if (endsAtMs <= nowMs) throw invalidMember("/expiresAt", "in_the_past", "must be in the future");
	return endsAtMs;
}
