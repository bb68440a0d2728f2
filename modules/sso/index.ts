export { createFlowCookies, type FlowCookies } from "./flow-cookies.ts";
export type { DropCredentials, IdentityProvider, Proofs, ProvenIdentity, ProviderAnswer, SsoLog } from "./ports.ts";
export { ssoRoutes } from "./routes.ts";
export { createSsoService, type SsoDeps, type SsoService } from "./service.ts";
