import type { Store } from "#db/store";
import { sha256Hex, type Vault } from "#kernel/secrets";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { recoveryCodesRepository, totpRepository } from "./repository.ts";
import { lastStepAt, stepOf } from "./totp.ts";

/** Second factors of a user besides passkeys. */
export interface MfaStatus {
	/** Whether an authenticator is enabled, so that sign-ins with a password require a code. */
	readonly totp: boolean;
	readonly recoveryCodesLeft: number;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Returns the additional data that binds a sealed secret to its row. */
export const totpSealContext = (userId: string): string => `totp_secrets|secret_sealed|${userId}`;

/** Returns the key under which wrong codes of a user are counted, for all operations that take one. */
export const codeAttemptsKey = (userId: string): string => sha256Hex(`code|${userId}`);

/** Creates the service that verifies codes of authenticators and recovery codes. */
export function createSecondFactors({ store, vault }: { readonly store: Store; readonly vault: Vault }) {
	return {
		async statusOf(userId: string): Promise<MfaStatus> {
			const [secret, recoveryCodesLeft] = await Promise.all([
				totpRepository.find(store.db, userId),
				recoveryCodesRepository.countLeft(store.db, userId),
			]);
			return { totp: secret != null && secret.confirmedAtMs !== null, recoveryCodesLeft };
		},

		/**
		 * Verifies a code within a change and marks it as used: six digits are the authenticator's, anything else is a recovery
		 * code. Returns false when it is wrong or was used before.
		 */
		async consumeCode(change: Change, userId: string, code: string): Promise<boolean> {
			const { tx, nowMs } = change;
			const secret = await totpRepository.find(tx, userId);
			if (!secret || secret.confirmedAtMs === null) return false;
			const digits = code.replace(/\s/g, "");
			if (/^\d{6}$/.test(digits)) {
				const step = stepOf(vault.open(secret.secretSealed, totpSealContext(userId)), digits, nowMs);
				return step !== null && totpRepository.consumeStep(tx, userId, step, lastStepAt(nowMs));
			}
			if (!(await recoveryCodesRepository.consume(tx, userId, hashRecoveryCode(code), nowMs))) return false;
			change.record(PLATFORM, facts["mfa.recovery_code.use"], { id: userId, object: { userId } });
			return true;
		},
	};
}
