export type { FreshProof, Freshness } from "./ports.ts";
export { mfaRoutes } from "./routes.ts";
export { FreshProofRequest, MfaState } from "./schemas.ts";
export { codeAttemptsKey, createSecondFactors, type SecondFactors } from "./second-factors.ts";
export { createMfaService, type MfaDeps, type MfaService } from "./service.ts";
