import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { withImplied } from "#kernel/scopes";
import { sha256Hex } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import type { FailedSignIns } from "#modules/failed-sign-ins";
import type { MfaService } from "#modules/mfa";
import type { AttemptLimits, Passwords } from "#modules/passwords";
import { hashDeviceToken, type IssuedTokens, type Proof, type SessionsService } from "#modules/sessions";
import { listMembershipsOfUser, usersRepository } from "#modules/users";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { emailNotVerified, invalidCredentials } from "./errors.ts";
import { type LoginRequest, type Profile, profileFields } from "./schemas.ts";

/** What {@link createAuthService} is made of. */
export interface AuthDeps {
	readonly store: Store;
	readonly unitOfWork: UnitOfWork;
	readonly sessions: SessionsService;
	readonly passwords: Passwords;
	readonly attempts: AttemptLimits;
	readonly failures: FailedSignIns;
	readonly mfa: MfaService;
	/** Whether an address must be proved before its owner signs in: where mail can be sent. */
	readonly requireVerifiedEmail: boolean;
}

/** What a profile shows rests on much beside the account, such as memberships and second factors: all of it is the variant. */
const toVersioned = <T>(data: T, version: number): Versioned<T> => ({ data, version, variant: JSON.stringify(data) });

export type AuthService = ReturnType<typeof createAuthService>;

/** Signing in with a password, and who one is. */
export function createAuthService(deps: AuthDeps) {
	const { store, unitOfWork, sessions, passwords, attempts, failures, mfa, requireVerifiedEmail } = deps;

	/**
	 * Under which key attempts at an account are counted. A device its owner has signed in from has a key of its own: strangers who
	 * guess, and so are made to wait, never lock it out.
	 */
	async function throttleKeyOf(key: string, user: UserRow | undefined, deviceToken: string | null): Promise<string> {
		if (deviceToken === null || !(await sessions.knowsDevice(user?.id ?? null, deviceToken))) return sha256Hex(key);
		return sha256Hex(`${key}|${hashDeviceToken(deviceToken)}`);
	}

	/** The caller, with the organizations they belong to; version 0 of one who has no account. */
	async function ownProfile({ principal }: RequestContext): Promise<Versioned<Profile>> {
		const user = await usersRepository.find(store.db, principal.id);
		const profile = {
			id: principal.id,
			email: user?.email ?? null,
			emailVerified: user?.emailVerifiedAtMs != null,
			name: user?.name ?? principal.id,
			systemAdmin: principal.system,
			activeOrgId: principal.orgId,
			role: principal.role,
			scopes: [...withImplied(principal.scopes)].sort(),
			locale: user?.locale ?? null,
			timezone: user?.timezone ?? null,
			avatarUrl: user?.avatarUrl ?? null,
			memberships: await listMembershipsOfUser(store, principal.id),
			mfa: await mfa.stateOf(principal.id),
		};
		return toVersioned(profile, user?.version ?? 0);
	}

	/**
	 * Keeps the same password under today's parameters. No event and no entry: nothing changes that anybody could ask
	 * about. Over the verified hash alone: hashing takes long enough for the password to have become another.
	 */
	async function rehash(context: RequestContext, userId: string, verified: string, password: string): Promise<void> {
		const passwordHash = await passwords.hash(password);
		const work = ({ tx }: Change) => usersRepository.replaceHash(tx, userId, verified, passwordHash);
		await unitOfWork.run(context, work, { remembered: false });
	}

	/** A password alone proves its owner as long as it is the one in force, and enough. */
	const byPassword = ({ passwordVersion }: UserRow): Proof => ({
		stillHolds: async (tx, now) =>
			now.passwordVersion === passwordVersion &&
			(now.emailVerifiedAtMs !== null || !requireVerifiedEmail) &&
			!(await mfa.isRequired(tx, now.id)),
		refused: invalidCredentials,
	});

	return {
		/**
		 * @param deviceToken what tells the device from a stranger's; null: nothing
		 * @throws `invalid_credentials` `email_not_verified` `mfa_required` `org_mismatch` `rate_limited` `unavailable`
		 */
		async login(context: RequestContext, request: LoginRequest, deviceToken: string | null): Promise<IssuedTokens> {
			const key = emailKey(request.email);
			const find = () => usersRepository.findByEmail(store.db, key);
			// Only a device has to be told from a stranger's: who has to wait without one costs the database nothing.
			const ofDevice = deviceToken === null ? undefined : await find();
			const throttleKey = await throttleKeyOf(key, ofDevice, deviceToken);
			const user = await attempts.weigh(context.ip, throttleKey, async ({ isLast }) => {
				const known = deviceToken === null ? await find() : ofDevice;
				const isRight = await passwords.verify(request.password, known?.passwordHash ?? null);
				if (known && isRight && known.state === "active") return known;
				// For an unknown account too.
				failures.note(context, { userId: known?.id ?? null, reason: "password", locksOut: isLast });
				throw invalidCredentials();
			});
			if (requireVerifiedEmail && user.emailVerifiedAtMs === null) throw emailNotVerified();
			if (user.passwordHash !== null && passwords.isOutdated(user.passwordHash))
				await rehash(context, user.id, user.passwordHash, request.password);
			const { orgId, device } = request;
			const signIn = { proof: byPassword(user), authMethods: ["pwd"], orgId, device, deviceToken };
			if (await mfa.isRequired(store.db, user.id)) throw await mfa.challenge(user, signIn);
			const issued = await sessions.start(context, user, signIn);
			// Only now: who has the password and lacks the second factor starts no count over.
			await attempts.forget(throttleKey);
			return issued;
		},

		ownProfile,

		/** The caller: everything, or what `fields` names. @throws `invalid_fields` */
		async profile(context: RequestContext, fields: string | undefined) {
			const show = profileFields.parse(fields);
			const { data, version } = await ownProfile(context);
			return toVersioned(show(data), version);
		},
	};
}
