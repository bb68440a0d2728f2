import type { TotpSecretRow, UserRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import type { AppError } from "#kernel/errors";
import type { FieldErrors } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import type { FailedSignIns } from "#modules/identity/failed-sign-ins";
import {
	type DeviceInfo,
	hashDeviceToken,
	type IssuedTokens,
	requirePerson,
	type SessionsService,
	type SignIn,
} from "#modules/identity/sessions";
import { findUser } from "#modules/identity/users";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import {
	challengeInvalid,
	secondFactorRequired,
	totpAlreadyEnabled,
	totpNotEnabled,
	wrongCode,
	wrongFirstCode,
} from "./errors.ts";
import { facts } from "./facts.ts";
import type { CodeAttempts, CountPasskeys, Freshness, FreshProof, Refused } from "./ports.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { recoveryCodesRepository, totpRepository } from "./repository.ts";
import type { MfaState, RecoveryCodes, TotpSetup } from "./schemas.ts";
import { codeAttemptsKey, type SecondFactors, totpSealContext } from "./second-factors.ts";
import { newTotpSecret, otpauthUrl, stepOf } from "./totp.ts";

export interface MfaDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "challenges" | "vault"> {
	readonly factors: SecondFactors;
	readonly freshness: Freshness;
	readonly attempts: CodeAttempts;
	readonly failures: FailedSignIns;
	readonly sessions: SessionsService;
	readonly countPasskeys: CountPasskeys;
}

/** A response to a challenge, and the device it comes from. */
export interface ChallengeResponse {
	readonly challengeToken: string;
	readonly code: string;
	/** Undefined: as sent with the password. */
	readonly device?: DeviceInfo | undefined;
	readonly deviceToken: string | null;
}

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
/** Maximum number of attempts at a challenge; the last wrong one ends it. */
const MAX_ATTEMPTS = 5;

/** A sign-in that is waiting for its second factor. */
interface PendingSignIn extends Pick<SignIn, "authMethods" | "orgId" | "device"> {
	/** Version of the password that was verified; a change of password cancels the sign-in. */
	readonly passwordVersion: number;
}

export type MfaService = ReturnType<typeof createMfaService>;

/** Creates the service that sets up second factors and verifies them during sign-in. */
export function createMfaService(deps: MfaDeps) {
	const {
		store,
		clock,
		unitOfWork,
		challenges,
		vault,
		factors,
		freshness,
		attempts,
		failures,
		sessions,
		countPasskeys,
	} = deps;

	/** Records a fact about the caller's second factors. */
	const record = (change: Change, { principal: { id, orgId } }: RequestContext, name: PublishedFact) =>
		change.record(orgId ?? PLATFORM, facts[name], { id, object: { userId: id } });

	/** Replaces the user's recovery codes, which invalidates the old ones. */
	async function replaceCodes({ tx }: Change, userId: string): Promise<RecoveryCodes> {
		const codes = newRecoveryCodes();
		await recoveryCodesRepository.replace(tx, userId, codes.map(hashRecoveryCode));
		return { recoveryCodes: codes };
	}

	/** Returns the throttle key: as with passwords, a known device has its own, so that a thief cannot lock its owner out. */
	async function throttleKeyOf(userId: string, deviceToken: string | null): Promise<string> {
		const isKnown = deviceToken !== null && (await sessions.isKnownDevice(userId, deviceToken));
		return isKnown ? `${codeAttemptsKey(userId)}|${hashDeviceToken(deviceToken)}` : codeAttemptsKey(userId);
	}

	/** Counts an attempt at a challenge and, if the code is right, completes it. Null when the challenge is no longer open. */
	async function submitCode(
		change: Change,
		context: RequestContext,
		{ token, code, isLast }: SubmittedCode,
	): Promise<SubmissionResult | null> {
		const { tx } = change;
		const counted = await challenges.countAttempt(tx, "mfa", token, MAX_ATTEMPTS);
		if (!counted?.userId) return null;
		const { userId, attemptsLeft } = counted;
		if (await factors.consumeCode(change, userId, code)) {
			const signIn = await challenges.consume<PendingSignIn>(tx, "mfa", token);
			return signIn && { userId, signIn, attemptsLeft };
		}
		await failures.record(tx, context, { userId, reason: "code", locksOut: isLast });
		return { userId, signIn: null, attemptsLeft };
	}

	/** Returns the time step of the first code of an authenticator. @throws `validation_failed` */
	function firstStep({ userId, secretSealed }: TotpSecretRow, code: string, nowMs: number): number {
		const step = stepOf(vault.open(secretSealed, totpSealContext(userId)), code.replace(/\s/g, ""), nowMs);
		if (step === null) throw wrongFirstCode();
		return step;
	}

	return {
		/** Returns the second factors shown in the profile. */
		async stateOf(userId: string): Promise<MfaState> {
			const [status, passkeys] = await Promise.all([factors.statusOf(userId), countPasskeys(store.db, userId)]);
			return { ...status, passkeys };
		},

		/** Whether a sign-in with the user's password requires a code. A passkey with user verification counts as two factors. */
		async isRequired(db: ReadDb, userId: string): Promise<boolean> {
			const secret = await totpRepository.find(db, userId);
			return secret != null && secret.confirmedAtMs !== null;
		},

		/**
		 * Suspends the sign-in of a user whose password was verified until the second factor is provided.
		 * @returns the error to throw: `mfa_required` with the token of a challenge that is open for 5 minutes
		 */
		async challenge(user: UserRow, { authMethods, orgId, device }: SignIn): Promise<AppError> {
			const token = randomToken(32);
			const payload: PendingSignIn = { authMethods, orgId, device, passwordVersion: user.passwordVersion };
			await challenges.create({
				kind: "mfa",
				token,
				userId: user.id,
				payload,
				lifetimeMs: CHALLENGE_LIFETIME_MS,
			});
			return secondFactorRequired(token);
		},

		/**
		 * Completes a pending sign-in with a code. Wrong codes are counted for the challenge and, over all challenges, for the
		 * user, so that signing in again with the password allows no further guesses.
		 * @throws `token_invalid` `invalid_credentials` `org_mismatch` `not_found` `purged` `rate_limited`
		 */
		async verify(
			context: RequestContext,
			{ challengeToken, code, device, deviceToken }: ChallengeResponse,
		): Promise<IssuedTokens> {
			const findKey = async () => {
				const owner = await challenges.userOf("mfa", challengeToken);
				if (owner === null) throw challengeInvalid();
				return await throttleKeyOf(owner, deviceToken);
			};
			const { userId, signIn, throttleKey } = await attempts.throttle(context.ip, findKey, async ({ isLast, key }) => {
				const submitted = { token: challengeToken, code, isLast };
				const result = await unitOfWork.run(context, (change) => submitCode(change, context, submitted), {
					storeOutcome: false,
				});
				if (!result) throw challengeInvalid();
				const { signIn, attemptsLeft } = result;
				if (!signIn) throw attemptsLeft > 0 ? wrongCode(attemptsLeft) : challengeInvalid();
				return { userId: result.userId, signIn, throttleKey: key };
			});
			const user = await findUser(store.db, userId);
			if (!user) throw challengeInvalid();
			const issued = await sessions.start(context, user, {
				proof: {
					isStillValid: (_tx, { passwordVersion }) => passwordVersion === signIn.passwordVersion,
					toError: challengeInvalid,
				},
				authMethods: [...signIn.authMethods, "otp"],
				orgId: signIn.orgId,
				device: device ?? signIn.device,
				deviceToken: deviceToken ?? signIn.device?.id,
			});
			await attempts.reset(throttleKey);
			return issued;
		},

		/** Starts setting up an authenticator; it is enabled once its first code is confirmed. @throws `forbidden` `state_conflict` */
		async beginTotp(context: RequestContext, proof: FreshProof): Promise<TotpSetup> {
			const { userId } = requirePerson(context);
			await freshness.require(context, proof);
			const user = await findUser(store.db, userId);
			const secret = newTotpSecret();
			const secretSealed = vault.seal(secret, totpSealContext(userId));
			await unitOfWork.run(
				context,
				async (change) => {
					const row = { userId, secretSealed, createdAtMs: change.nowMs };
					if (!(await totpRepository.begin(change.tx, row))) throw totpAlreadyEnabled();
					change.record(context.principal.orgId ?? PLATFORM, facts["mfa.totp.begin"], { id: userId });
				},
				{ storeOutcome: false },
			);
			return { secret, otpauthUrl: otpauthUrl(secret, user?.email ?? userId) };
		},

		/** Collects what is wrong with a first code, in a request that is refused anyway: a wrong one counts as an attempt. */
		async checkFirstCode(
			{ code }: { readonly code?: string },
			fieldErrors: FieldErrors,
			{ principal: { id: userId }, ip, known }: Refused,
		): Promise<void> {
			const row = await totpRepository.find(store.db, userId);
			if (code === undefined || known.includes("/code") || !row || row.confirmedAtMs !== null) return;
			const guess = async () => firstStep(row, code, clock.nowMs());
			await attempts.throttle(ip, codeAttemptsKey(userId), guess).catch((error: unknown) => {
				fieldErrors.check(() => {
					throw error;
				});
			});
		},

		/**
		 * Enables the authenticator with its first code. Returns the first recovery codes.
		 * @throws `forbidden` `state_conflict` `validation_failed` `rate_limited`
		 */
		async confirmTotp(context: RequestContext, code: string): Promise<RecoveryCodes> {
			const { userId } = requirePerson(context);
			const confirm = async (change: Change): Promise<RecoveryCodes> => {
				const row = await totpRepository.find(change.tx, userId);
				if (!row) throw totpNotEnabled();
				if (row.confirmedAtMs !== null) throw totpAlreadyEnabled();
				const step = firstStep(row, code, change.nowMs);
				if (!(await totpRepository.confirm(change.tx, row, step, change.nowMs))) throw totpAlreadyEnabled();
				record(change, context, "mfa.totp.enable");
				return replaceCodes(change, userId);
			};
			return attempts.throttle(context.ip, codeAttemptsKey(userId), () =>
				unitOfWork.run(context, confirm, { storeOutcome: false }),
			);
		},

		/** Removes the authenticator and the recovery codes. @throws `forbidden` `state_conflict` */
		async removeTotp(context: RequestContext, proof: FreshProof): Promise<void> {
			const { userId } = requirePerson(context);
			await freshness.require(context, proof);
			await unitOfWork.run(context, async (change) => {
				if (!(await totpRepository.remove(change.tx, userId))) throw totpNotEnabled();
				await recoveryCodesRepository.removeByUser(change.tx, userId);
				record(change, context, "mfa.totp.disable");
			});
		},

		/** Creates a new set of recovery codes, which invalidates the old ones. @throws `forbidden` `state_conflict` */
		async renewRecoveryCodes(context: RequestContext, proof: FreshProof): Promise<RecoveryCodes> {
			const { userId } = requirePerson(context);
			await freshness.require(context, proof);
			return unitOfWork.run(
				context,
				async (change) => {
					const row = await totpRepository.find(change.tx, userId);
					if (!row || row.confirmedAtMs === null) throw totpNotEnabled();
					record(change, context, "mfa.recovery_codes.replace");
					return replaceCodes(change, userId);
				},
				{ storeOutcome: false },
			);
		},
	};
}

interface SubmittedCode {
	readonly token: string;
	readonly code: string;
	/** Whether the throttle key is locked if the code is wrong. */
	readonly isLast: boolean;
}

interface SubmissionResult {
	readonly userId: string;
	/** The sign-in to be completed; null after a wrong code. */
	readonly signIn: PendingSignIn | null;
	readonly attemptsLeft: number;
}

type PublishedFact = Exclude<keyof typeof facts, "mfa.totp.begin">;
