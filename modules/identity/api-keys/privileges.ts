import type { ApiKeyRow } from "#db/schema";
import { type Scope, withImplied } from "#kernel/scopes";
import type { Grantor } from "#modules/tenancy/permissions";

/** Whether a change grants a key more scopes, networks or time. An empty list of networks means any. */
export function widensAccess(row: ApiKeyRow, { scopes, allowedIps, expiresAtMs }: Partial<ApiKeyRow>): boolean {
	const never = Number.POSITIVE_INFINITY;
	const isAllowed = (network: string) => row.allowedIps.length === 0 || row.allowedIps.includes(network);
	const liftsNetworks = allowedIps !== undefined && allowedIps.length === 0 && row.allowedIps.length > 0;
	return (
		scopes?.some((scope) => !row.scopes.includes(scope)) === true ||
		liftsNetworks ||
		allowedIps?.some((network) => !isAllowed(network)) === true ||
		(expiresAtMs !== undefined && (expiresAtMs ?? never) > (row.expiresAtMs ?? never))
	);
}

/** Returns the grantor with the scopes of a key. */
export const keyGrantor = (scopes: readonly Scope[]): Grantor => ({
	kind: "service",
	role: null,
	scopes: withImplied(scopes),
	system: false,
});
