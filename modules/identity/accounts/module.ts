import { memberRightsLost } from "#modules/tenancy/permissions";
import { sealedPayloads } from "#platform/jobs";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { QUEUE, SEAL_CONTEXT } from "./deferred.ts";
import { facts } from "./facts.ts";
import { accountMails } from "./mails/texts.ts";
import { ALL_PURPOSES } from "./one-time-tokens.ts";
import { revokeShownResetLinks } from "./recovery.ts";
import { oneTimeTokensRepository } from "./repository.ts";
import { accountsRoutes } from "./routes.ts";
import { type AccountsDeps, type AccountsService, createAccountsService } from "./service.ts";

/** Creates the module of accounts: registration, confirmation of addresses and recovery. */
export function createAccountsModule(
	core: Core,
	deps: Omit<AccountsDeps, keyof Core>,
): Contribution & { readonly service: AccountsService } {
	const service = createAccountsService({ ...core, ...deps, publicUrl: core.publicUrl.href });
	return {
		service,
		facts,
		mails: accountMails,
		sealed: [
			{
				name: "registrations and password resets requested in the last few seconds",
				loss: "they have no effect and must be repeated",
				column: sealedPayloads([QUEUE]),
				aadOf: () => SEAL_CONTEXT,
			},
		],
		routes: accountsRoutes(service),
		revokeCredentials: (tx, userId) => oneTimeTokensRepository.removeByUser(tx, userId, ALL_PURPOSES),
		reactions: [at(memberRightsLost, revokeShownResetLinks)],
		cleanups: { hourly: [service.purgeExpired] },
	};
}
