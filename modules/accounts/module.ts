import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { accountMails } from "./mails/texts.ts";
import { ALL_PURPOSES } from "./proofs.ts";
import { proofsRepository } from "./repository.ts";
import { accountsRoutes } from "./routes.ts";
import { type AccountsDeps, type AccountsService, createAccountsService } from "./service.ts";

/** Accounts of people: registered, proved, regained and changed by their owners. */
export function createAccountsModule(
	core: Core,
	deps: Omit<AccountsDeps, keyof Core>,
): Contribution & { readonly service: AccountsService } {
	const service = createAccountsService({ ...core, ...deps, publicUrl: core.publicUrl.href });
	return {
		service,
		facts,
		mails: accountMails,
		routes: accountsRoutes(service),
		dropCredentials: (tx, userId) => proofsRepository.removeOf(tx, userId, ALL_PURPOSES),
		cleanups: { hourly: [service.purgeExpired] },
	};
}
