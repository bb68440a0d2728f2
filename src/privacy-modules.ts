import { createClosedAccountsModule } from "#modules/governance/closed-accounts";
import { createLegalHoldsModule } from "#modules/governance/legal-holds";
import { createPrivacyModule } from "#modules/governance/privacy";
import type { Freshness } from "#modules/identity/mfa";
import type { createPrincipalsModule } from "#modules/identity/principals";
import type { createSessionsModule } from "#modules/identity/sessions";
import type { UsersService } from "#modules/identity/users";
import type { MembersService } from "#modules/organizations/members";
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
