import { HOUR_MS } from "#kernel/clock";
import type { Contribution, Core } from "#platform/module";
import type { ExternalIssuer } from "./ports.ts";
import { sealedPrivateKeys } from "./repository.ts";
import { tokensRoutes } from "./routes.ts";
import { createTokensService, type TokensService } from "./service.ts";
import { aadOf } from "./signing-keys.ts";

/**
 * Creates the module for access tokens: ours, and those of an OIDC provider.
 * @param externalIssuer null: only ours are accepted
 */
export function createTokensModule(
	{ store, clock, vault, caches, publicUrl: { href }, log }: Core,
	{ externalIssuer }: { readonly externalIssuer: ExternalIssuer | null },
): Contribution & { readonly service: TokensService } {
	const service = createTokensService({
		store,
		clock,
		vault,
		issuer: href,
		audience: href,
		externalIssuer,
		caches,
		log,
	});
	return {
		service,
		routes: tokensRoutes(service, href),
		prepare: service.ready,
		sealed: [
			{
				name: "keys that sign access tokens",
				loss: "new ones are created; clients refresh to get a new access token",
				column: sealedPrivateKeys,
				aadOf: ({ kid = "" }) => aadOf(kid),
			},
		],
		periodicTasks: [
			{ everyMs: HOUR_MS, work: service.rotateIfDue, failureMessage: "signing keys could not be rotated" },
		],
	};
}
