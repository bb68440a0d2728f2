export type { Freshness, FreshProof } from "./ports.ts";
export { FreshProofRequest, MfaState } from "./schemas.ts";
export { codeAttemptsKey, createSecondFactors, type SecondFactors } from "./second-factors.ts";
export type { MfaService } from "./service.ts";
