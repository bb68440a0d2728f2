import type { SessionCookies } from "#modules/identity/sessions";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { recoveryCodesRepository, sealedSecrets, totpRepository } from "./repository.ts";
import { mfaRoutes } from "./routes.ts";
import { createSecondFactors, totpSealContext } from "./second-factors.ts";
import { createMfaService, type MfaDeps, type MfaService } from "./service.ts";

/** Creates the module of second factors: an authenticator app and recovery codes. */
export function createMfaModule(
	core: Core,
	{ cookies, ...deps }: Omit<MfaDeps, keyof Core | "factors"> & { readonly cookies: SessionCookies },
): Contribution & { readonly service: MfaService } {
	const service = createMfaService({ ...core, ...deps, factors: createSecondFactors(core) });
	return {
		service,
		facts,
		sealed: [
			{
				name: "authenticators",
				loss: "their users sign in without a second factor until they set one up again",
				column: sealedSecrets,
				aadOf: ({ userId = "" }) => totpSealContext(userId),
			},
		],
		routes: mfaRoutes(service, cookies),
		async revokeCredentials(tx, userId) {
			await totpRepository.remove(tx, userId);
			await recoveryCodesRepository.removeByUser(tx, userId);
		},
	};
}
