import type { UserRow } from "#db/schema";
import type { Db } from "#db/store";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import type { FailedSignIns } from "#modules/identity/failed-sign-ins";
import type { MfaService } from "#modules/identity/mfa";
import type { AttemptLimits, Passwords } from "#modules/identity/passwords";
import { hashDeviceToken, type IssuedTokens, type Proof, type SessionsService } from "#modules/identity/sessions";
import { findUserByEmail, type UsersService } from "#modules/identity/users";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { LoginRequest } from "./schemas.ts";

/** Invalid credentials, with the same message for an unknown address, a wrong password and a disabled account. */
export const invalidCredentials = () => new AppError("invalid_credentials", "The e-mail address or password is wrong.");

/** The password is right, but nobody has verified or vouched for the address; only where mail can be sent to verify it. */
export const emailNotVerified = () =>
	new AppError("email_not_verified", "Confirm the e-mail address first; you can have the mail sent again.");

export interface SignInDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly users: Pick<UsersService, "rehashPassword" | "isUnclaimed">;
	readonly sessions: SessionsService;
	readonly passwords: Passwords;
	readonly attempts: AttemptLimits;
	readonly failures: FailedSignIns;
	readonly mfa: MfaService;
	/**
	 * Whether an address that nobody vouches for must be verified before its owner can sign in: where mail can be sent. The
	 * organization that an account belongs to vouches for it (docs/decisions/056-links-that-were-shown.md).
	 */
	readonly requireVerifiedEmail: boolean;
}

export type SignInService = ReturnType<typeof createSignInService>;

/** Creates the service for signing in with a password. */
export function createSignInService(deps: SignInDeps) {
	const { store, unitOfWork, users, sessions, passwords, attempts, failures, mfa, requireVerifiedEmail } = deps;

	/**
	 * Returns the key under which attempts at an account are counted. A device its owner has signed in from has a key of its
	 * own: strangers who guess never lock it out.
	 */
	async function throttleKeyOf(key: string, user: UserRow | undefined, deviceToken: string | null): Promise<string> {
		if (deviceToken === null || !(await sessions.isKnownDevice(user?.id ?? null, deviceToken))) return sha256Hex(key);
		return sha256Hex(`${key}|${hashDeviceToken(deviceToken)}`);
	}

	/** Stores a new hash of the same password, made with the current parameters. */
	async function rehash(context: RequestContext, userId: string, verified: string, password: string): Promise<void> {
		const passwordHash = await passwords.hash(password, context.ip);
		const work = (change: Change) => users.rehashPassword(change, userId, verified, passwordHash);
		await unitOfWork.run(context, work, { storeOutcome: false });
	}

	/** Whether the address must be verified first. @param tx the transaction that depends on the result */
	const mustVerify = async (user: UserRow, tx?: Db): Promise<boolean> =>
		requireVerifiedEmail && (await users.isUnclaimed(user, tx));

	/** Returns the proof by password alone: valid while the password is unchanged and no second factor is required. */
	const byPassword = ({ passwordVersion }: UserRow): Proof => ({
		isStillValid: async (tx, now) =>
			now.passwordVersion === passwordVersion && !(await mustVerify(now, tx)) && !(await mfa.isRequired(tx, now.id)),
		toError: invalidCredentials,
	});

	return {
		/**
		 * Signs in with address and password.
		 * @param deviceToken identifies a known device; null: unidentified
		 * @throws `invalid_credentials` `email_not_verified` `mfa_required` `org_mismatch` `not_found` `purged` `rate_limited` `unavailable`
		 */
		async login(context: RequestContext, request: LoginRequest, deviceToken: string | null): Promise<IssuedTokens> {
			const key = emailKey(request.email);
			const find = () => findUserByEmail(store.db, key);
			// The user is read early only to recognize a device: a throttled attempt without one costs the database nothing.
			let userOfDevice: UserRow | undefined;
			const findKey = async () => {
				if (deviceToken !== null) userOfDevice = await find();
				return await throttleKeyOf(key, userOfDevice, deviceToken);
			};
			const { user, throttleKey } = await attempts.throttle(
				context.ip,
				findKey,
				async ({ isLast, key: throttleKey }) => {
					const known = deviceToken === null ? await find() : userOfDevice;
					const isRight = await passwords.verify(request.password, known?.passwordHash ?? null, context.ip);
					if (known && isRight && known.state === "active") return { user: known, throttleKey };
					// For an unknown account too.
					failures.enqueue(context, { userId: known?.id ?? null, reason: "password", locksOut: isLast });
					throw invalidCredentials();
				},
			);
			if (await mustVerify(user)) throw emailNotVerified();
			if (user.passwordHash !== null && passwords.isOutdated(user.passwordHash))
				await rehash(context, user.id, user.passwordHash, request.password);
			const { orgId, device } = request;
			const signIn = { proof: byPassword(user), authMethods: ["pwd"], orgId, device, deviceToken };
			if (await mfa.isRequired(store.db, user.id)) throw await mfa.challenge(user, signIn);
			const issued = await sessions.start(context, user, signIn);
			// Only now: the password without the second factor must not reset the count.
			await attempts.reset(throttleKey);
			return issued;
		},
	};
}
