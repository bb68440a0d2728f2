import { createApiKeysModule } from "#modules/identity/api-keys";
import { createOrphaning } from "#modules/identity/makers";
import { createPrincipalsModule } from "#modules/identity/principals";
import type { TokensService } from "#modules/identity/tokens";
import type { Core, LostRights } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { ModuleCallbacks } from "./module-callbacks.ts";

/** Dependencies of {@link createKeyModules}. */
interface KeyModulesDeps extends Pick<ModuleCallbacks, "orphans"> {
	/** Withdraws what a member or key invited others to and could no longer invite them to. */
	readonly revokeInvitations: (change: Change, loss: LostRights) => Promise<void>;
}

/** Creates and wires the modules of who calls, and of what depends on the rights of callers. */
export function createKeyModules(core: Core, tokens: TokensService, { orphans, revokeInvitations }: KeyModulesDeps) {
	const orphan = createOrphaning({ ...core, kinds: orphans });
	const apiKeys = createApiKeysModule(core, { onRightsLost: [revokeInvitations, orphan] });
	const principals = createPrincipalsModule(core, { tokens, keys: apiKeys.authenticator });
	return { orphan, apiKeys, principals };
}
