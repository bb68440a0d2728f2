export { type AdministratorLink, linkAdministrator, unlinkAdministrator } from "./administrators.ts";
export { createSsoModule } from "./module.ts";
export type { IdentityProvider, Proofs, ProvenIdentity, ProviderAnswer, SsoLog } from "./ports.ts";
export type { SsoService } from "./service.ts";
