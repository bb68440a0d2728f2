export type { Identities } from "./identities.ts";
export { createSsoModule } from "./module.ts";
export type { IdentityProvider, Proofs, ProvenIdentity, ProviderAnswer, SsoLog } from "./ports.ts";
export type { SsoService } from "./service.ts";
