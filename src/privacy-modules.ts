import { createClosedAccountsModule } from "#modules/closed-accounts";
import { createLegalHoldsModule } from "#modules/legal-holds";
import type { MembersService } from "#modules/members";
import type { Freshness } from "#modules/mfa";
import type { createPrincipalsModule } from "#modules/principals";
import { createPrivacyModule } from "#modules/privacy";
import type { createSessionsModule } from "#modules/sessions";
import type { UsersService } from "#modules/users";
import type { Core } from "#platform/module";
import type { ModuleCallbacks } from "./module-callbacks.ts";

/** Dependencies of {@link createPrivacyModules}. */
interface PrivacyModulesDeps
	extends Pick<ModuleCallbacks, "erasePerson" | "eraseUserData" | "eraseAccount" | "reclaiming"> {
	readonly users: UsersService;
	readonly freshness: Freshness;
	readonly cookies: ReturnType<typeof createSessionsModule>["cookies"];
	readonly identities: ReturnType<typeof createPrincipalsModule>["service"];
	readonly members: MembersService;
}

/** Creates the modules of what people and organizations leave, and of what is kept of it. */
export function createPrivacyModules(core: Core, deps: PrivacyModulesDeps) {
	const { users, members } = deps;
	const privacy = createPrivacyModule(core, { ...deps, endMembership: members.end });
	return {
		privacy,
		legalHolds: createLegalHoldsModule(core, { reclaiming: deps.reclaiming, onHoldReleased: privacy.onHoldReleased }),
		closedAccounts: createClosedAccountsModule(core, {
			...deps,
			endMemberships: members.endAll,
			closeAccount: users.closeAccount,
		}),
	};
}
