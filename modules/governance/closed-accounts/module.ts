import type { SessionCookies } from "#modules/identity/sessions";
import type { Contribution, Core } from "#platform/module";
import { type ClosureDeps, closeAgain, createClosure } from "./closure.ts";
import { createErasure, type Erasure } from "./erasure.ts";
import { facts } from "./facts.ts";
import { closedAccountMails } from "./mails.ts";
import { closedAccountsRoutes } from "./routes.ts";

interface ClosedAccountsDeps extends Omit<ClosureDeps, keyof Core> {
	readonly cookies: SessionCookies;
}

/** Creates the module by which people close their own account, which is erased some time later. */
export function createClosedAccountsModule(
	core: Core,
	deps: ClosedAccountsDeps,
): Contribution & { readonly erasure: Erasure } {
	const erasure = createErasure(core);
	return {
		erasure,
		facts,
		mails: closedAccountMails,
		routes: closedAccountsRoutes(createClosure({ ...core, ...deps }), deps.cookies),
		replayRemoval: { account: ({ subjectId, atMs }) => closeAgain({ ...core, ...deps }, subjectId, atMs) },
		cleanups: { hourly: [erasure.eraseDue] },
	};
}
