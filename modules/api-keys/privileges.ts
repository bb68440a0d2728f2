import type { ApiKeyRow } from "#db/schema";
import { type Scope, withImplied } from "#kernel/scopes";
import type { Grantor } from "#modules/permissions";

/** Whether a change lets a key do more than before, from more places, or for longer. An empty list of networks is every one. */
export function widensAccess(row: ApiKeyRow, { scopes, allowedIps, expiresAtMs }: Partial<ApiKeyRow>): boolean {
	const never = Number.POSITIVE_INFINITY;
	const isFrom = (network: string) => row.allowedIps.length === 0 || row.allowedIps.includes(network);
	const opensUp = allowedIps !== undefined && allowedIps.length === 0 && row.allowedIps.length > 0;
	return (
		scopes?.some((scope) => !row.scopes.includes(scope)) === true ||
		opensUp ||
		allowedIps?.some((network) => !isFrom(network)) === true ||
		(expiresAtMs !== undefined && (expiresAtMs ?? never) > (row.expiresAtMs ?? never))
	);
}

/** What a key may give. */
export const keyGrantor = (scopes: readonly Scope[]): Grantor => ({
	kind: "service",
	role: null,
	scopes: withImplied(scopes),
	system: false,
});
