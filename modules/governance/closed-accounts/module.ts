import type { SessionCookies } from "#modules/identity/sessions";
import type { Contribution, Core } from "#platform/module";
import { type ClosingDeps, closeAgain, createClosing } from "./closure.ts";
import { createErasing, type Erasing } from "./erasure.ts";
import { facts } from "./facts.ts";
import { closedAccountMails } from "./mails.ts";
import { closedAccountsRoutes } from "./routes.ts";

interface ClosedAccountsDeps extends Omit<ClosingDeps, keyof Core> {
	readonly cookies: SessionCookies;
}

/** Creates the module by which people close their own account, which is erased some time later. */
export function createClosedAccountsModule(
	core: Core,
	deps: ClosedAccountsDeps,
): Contribution & { readonly erasing: Erasing } {
	const erasing = createErasing(core);
	return {
		erasing,
		facts,
		mails: closedAccountMails,
		routes: closedAccountsRoutes(createClosing({ ...core, ...deps }), deps.cookies),
		replayRemoval: { account: ({ subjectId, atMs }) => closeAgain({ ...core, ...deps }, subjectId, atMs) },
		cleanups: { hourly: [erasing.eraseDue] },
	};
}
