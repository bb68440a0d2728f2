import type { Db } from "#db/store";
import { recoveryCodesRepository, totpRepository } from "./repository.ts";

export type { Freshness, FreshProof } from "./ports.ts";
export { mfaRoutes } from "./routes.ts";
export { FreshProofRequest, MfaState } from "./schemas.ts";
export { codeAttemptsKey, createSecondFactors, type SecondFactors } from "./second-factors.ts";
export { createMfaService, type MfaDeps, type MfaService } from "./service.ts";

/** Removes a person's authenticator and recovery codes: an account that changes hands. */
export async function dropSecondFactors(tx: Db, userId: string): Promise<void> {
	await totpRepository.remove(tx, userId);
	await recoveryCodesRepository.removeAll(tx, userId);
}
