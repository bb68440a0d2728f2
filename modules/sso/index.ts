import type { Db } from "#db/store";
import type { Kept } from "#modules/addresses";
import { identitiesRepository } from "./repository.ts";

export { type AdministratorLink, linkAdministrator, unlinkAdministrator } from "./administrators.ts";
export { createFlowCookies, type FlowCookies } from "./flow-cookies.ts";
export type { IdentityProvider, Proofs, ProvenIdentity, ProviderAnswer, SsoLog } from "./ports.ts";
export { ssoRoutes } from "./routes.ts";
export { createSsoService, type SsoDeps, type SsoService } from "./service.ts";

/** Unlinks a person's identities but for the one that is kept: an account whose address is proved for the first time. */
export const dropIdentities = async (tx: Db, userId: string, { identity }: Kept): Promise<void> => {
	if (identity !== "every") await identitiesRepository.removeOthers(tx, userId, identity);
};
