import type { UserRow } from "#db/schema";
import type { Db, StoreLock } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { randomToken } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import type { AccountsService } from "#modules/identity/accounts";
import type { MfaService, MfaState } from "#modules/identity/mfa";
import type { Passwords } from "#modules/identity/passwords";
import type { Identities } from "#modules/identity/sso";
import {
	findUserByEmail,
	hasSystemAdmin,
	listSystemAdmins,
	lockUserAndSessions,
	type UsersService,
} from "#modules/identity/users";
import { systemContext } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import { putServiceState } from "#platform/service-state";
import type { Change } from "#platform/unit-of-work";
import {
	accountNotFound,
	addressTaken,
	identityNotFound,
	identityTaken,
	lastAdministrator,
	notAnAdministrator,
} from "./errors.ts";

/** Address of the administrator created on a first start that configures none. */
export const DEFAULT_ADMIN_EMAIL = "admin@parley.local";

export interface AdministratorsDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly users: Pick<
		UsersService,
		"createAdministrator" | "promote" | "removeAdministrator" | "withdrawAdministrator" | "resetPassword"
	>;
	readonly passwords: Pick<Passwords, "assertLength" | "hash" | "verify">;
	readonly identities: Identities;
	readonly accounts: Pick<AccountsService, "onPasswordChanged">;
	readonly mfa: Pick<MfaService, "stateOf">;
}

/** An administrator to be created. */
export interface AdministratorRequest {
	/** Address as returned by `parseEmail`. */
	readonly email: string;
	/** Undefined: one is generated, returned once, and to be changed at the first sign-in. */
	readonly password?: string | undefined;
	readonly name?: string;
}

/** Credentials of a new administrator; `password` is null when the operator chose it. */
export interface NewAdministrator {
	readonly userId: string;
	readonly email: string;
	readonly password: string | null;
}

/** New credentials of an administrator, and what they sign in with that a new password leaves as it is. */
export interface ResetAdministrator extends NewAdministrator {
	readonly kept: Omit<MfaState, "recoveryCodesLeft">;
}

/** A system administrator as the operator sees them. */
export interface Administrator {
	readonly userId: string;
	readonly email: string;
	readonly name: string;
	readonly state: UserRow["state"];
	/** Whether the password is a generated one that was not changed yet. */
	readonly passwordInitial: boolean;
	readonly createdAt: string;
}

/** A former administrator, and the state of the account. */
export interface RemovedAdministrator {
	readonly userId: string;
	readonly email: string;
	/** `member`: it belongs to an organization; `closed`: nobody can sign in to it any longer. */
	readonly account: "member" | "closed";
}

/** Address and password of an administrator. */
export interface Credentials {
	readonly email: string;
	readonly password: string;
}

/** Whether an administrator can sign in with certain credentials. */
export type CredentialsFit = "fits" | "other_password" | "no_administrator";

/** Row of the service state that serves as the lock of who is an administrator. */
const LOCK = "administrators.lock";
/** Lock of the server that makes the first administrator. */
const FIRST = "first administrator";
/** Interval at which other servers ask for it, in ms. */
const LOOK_MS = 50;

const toAdministrator = ({ id: userId, email, name, state, passwordInitial, createdAtMs }: UserRow): Administrator => ({
	userId,
	email,
	name,
	state,
	passwordInitial,
	createdAt: rfc3339(createdAtMs),
});

/** An identity of the provider, and the administrator to link it to or unlink it from. */
export interface AdministratorLink {
	/** Address of the administrator. */
	readonly email: string;
	readonly issuer: string;
	readonly subject: string;
}

export type AdministratorsService = ReturnType<typeof createAdministratorsService>;

/**
 * Whether another system administrator than this one can sign in, who remains one until the transaction ends: of two that
 * are removed at once, the second waits and is found to be the last.
 */
export async function hasOtherAdministrator(tx: Db, userId: string, nowMs: number): Promise<boolean> {
	await putServiceState(tx, LOCK, {}, nowMs);
	return (await listSystemAdmins(tx)).some(({ id, state }) => id !== userId && state === "active");
}

/** Creates the service for system administrators, whom only the operator of the machine creates, removes and links. */
export function createAdministratorsService(deps: AdministratorsDeps) {
	const { store, clock, unitOfWork, users, passwords, identities, accounts, mfa } = deps;

	/** Reads an administrator by address. @throws `not_found`, `state_conflict` for any other user */
	async function find(change: Change, email: string): Promise<UserRow> {
		const user = await findUserByEmail(change.tx, emailKey(email));
		if (!user) throw accountNotFound(email);
		if (!user.systemAdmin) throw notAnAdministrator(email);
		return user;
	}

	/** Returns the given password, or a random one, with its hash. @throws `validation_failed` */
	async function choosePassword(given: string | undefined) {
		if (given !== undefined) passwords.assertLength(given, "/password");
		const chosen = given ?? randomToken(18);
		return { chosen, passwordHash: await passwords.hash(chosen), passwordInitial: given === undefined };
	}

	/**
	 * Creates a system administrator.
	 * @throws `conflict` when the address is taken, `validation_failed` when the password is too short or too long
	 */
	async function create(
		{ email, password, name = "Administrator" }: AdministratorRequest,
		keep?: (password: string) => Promise<void>,
	): Promise<NewAdministrator> {
		const { chosen, ...hashed } = await choosePassword(password);
		if (password === undefined) await keep?.(chosen);
		return unitOfWork.run(systemContext("cli:admin"), async (change) => {
			const user = await users.createAdministrator(change, { email, isVerified: true, name, ...hashed });
			if (!user) throw addressTaken(email);
			return { userId: user.id, email, password: password === undefined ? chosen : null };
		});
	}

	return {
		create: (request: AdministratorRequest) => create(request),

		/** Returns the person with this address who could become an administrator; undefined when there is none. */
		async findCandidate(email: string): Promise<Pick<UserRow, "email" | "name"> | undefined> {
			const user = await findUserByEmail(store.db, emailKey(email));
			return user?.state === "active" && !user.systemAdmin ? user : undefined;
		},

		/** Makes a person with an account an administrator; they sign in as before. @throws `not_found` `conflict` */
		promote: (email: string): Promise<NewAdministrator> =>
			unitOfWork.run(systemContext("cli:admin"), async (change) => {
				const found = await findUserByEmail(change.tx, emailKey(email));
				const user = found && (await lockUserAndSessions(change.tx, found.id));
				if (user?.state !== "active") throw accountNotFound(email);
				if (user.systemAdmin) throw addressTaken(email);
				await users.promote(change, user);
				return { userId: user.id, email: user.email, password: null };
			}),

		/**
		 * Waits until no other server is making the first administrator, and keeps others from that until the lock is
		 * released; null when there is an administrator. Without the lock one could be seen that is withdrawn a moment later.
		 */
		async lockFirst(): Promise<StoreLock | null> {
			let lock = await store.lock(FIRST);
			for (; lock === null; lock = await store.lock(FIRST)) await Bun.sleep(LOOK_MS);
			if (!(await hasSystemAdmin(store.db))) return lock;
			await lock.release();
			return null;
		},

		/** Whether a password is the generated one of an administrator, and was not changed yet. */
		async isInitial(password: string): Promise<boolean> {
			for (const { passwordInitial, passwordHash } of await listSystemAdmins(store.db))
				if (passwordInitial && (await passwords.verify(password, passwordHash))) return true;
			return false;
		},

		/**
		 * Creates the first system administrator of a new installation; of several servers, the one that has the lock of
		 * `lockFirst`. Returns null when one exists already.
		 * @param configured undefined: the password is generated
		 * @param keep stores a generated password before there is an account that needs it
		 */
		async ensure(
			configured: Credentials | undefined,
			keep: (password: string) => Promise<void> = () => Promise.resolve(),
		): Promise<NewAdministrator | null> {
			if (await hasSystemAdmin(store.db)) return null;
			try {
				return await create(configured ?? { email: DEFAULT_ADMIN_EMAIL }, keep);
			} catch (error) {
				if (error instanceof AppError && error.code === "conflict") return null;
				throw error;
			}
		},

		/**
		 * Removes an administrator whose generated password was never shown because the start failed: the next start creates
		 * another. The audit trail shows both.
		 */
		withdraw: ({ userId }: NewAdministrator): Promise<void> =>
			unitOfWork.run(systemContext("cli:admin"), (change) => users.withdrawAdministrator(change, userId)),

		/** Returns whether the configured address is an administrator's, and the configured password theirs. */
		async fitOf({ email, password }: Credentials): Promise<CredentialsFit> {
			const user = await findUserByEmail(store.db, emailKey(email));
			if (!user?.systemAdmin || user.state !== "active") return "no_administrator";
			return (await passwords.verify(password, user.passwordHash)) ? "fits" : "other_password";
		},

		/** Lists all system administrators, oldest first. */
		list: async (): Promise<readonly Administrator[]> => (await listSystemAdmins(store.db)).map(toAdministrator),

		/**
		 * Removes a system administrator and ends their sessions. One who belongs to an organization stays its member; any
		 * other account is closed.
		 * @throws `not_found`, `state_conflict` also for the last one who can sign in
		 */
		remove: (email: string): Promise<RemovedAdministrator> =>
			unitOfWork.run(systemContext("cli:admin"), async (change) => {
				const { id } = await find(change, email);
				if (!(await hasOtherAdministrator(change.tx, id, clock.nowMs()))) throw lastAdministrator(email);
				const user = await lockUserAndSessions(change.tx, id);
				if (!user?.systemAdmin) throw notAnAdministrator(email);
				return { userId: id, email: user.email, account: await users.removeAdministrator(change, user) };
			}),

		/**
		 * Gives a system administrator another password, and ends their sessions. Second factors and passkeys stay.
		 * @param password undefined: one is generated, returned once, and to be changed at the next sign-in
		 * @throws `not_found` `state_conflict`, `validation_failed` when the password is too short or too long
		 */
		async resetPassword(email: string, password?: string): Promise<ResetAdministrator> {
			const { chosen, passwordHash, passwordInitial: isInitial } = await choosePassword(password);
			const made = await unitOfWork.run(systemContext("cli:admin"), async (change) => {
				const { id } = await find(change, email);
				const user = await lockUserAndSessions(change.tx, id);
				if (!user?.systemAdmin) throw notAnAdministrator(email);
				await users.resetPassword(change, user, { passwordHash, verifiesEmail: false, isInitial });
				await accounts.onPasswordChanged(change, user);
				return { userId: id, email: user.email, password: password === undefined ? chosen : null };
			});
			const { totp, passkeys } = await mfa.stateOf(made.userId);
			return { ...made, kept: { totp, passkeys } };
		},

		/**
		 * Links an identity of the provider to a system administrator. A sign-in never links one by itself.
		 * @throws `not_found` `state_conflict`, `conflict` when the identity is linked already
		 */
		link: ({ email, ...identity }: AdministratorLink): Promise<{ readonly userId: string }> =>
			unitOfWork.run(systemContext("cli:admin"), async (change) => {
				const { id: userId } = await find(change, email);
				if (!(await identities.link(change, userId, identity))) throw identityTaken();
				return { userId };
			}),

		/**
		 * Unlinks an identity of the provider from a system administrator and ends their sessions.
		 * @throws `not_found` also when they have no such identity, `state_conflict`
		 */
		unlink: ({ email, ...identity }: AdministratorLink): Promise<{ readonly userId: string }> =>
			unitOfWork.run(systemContext("cli:admin"), async (change) => {
				const { id: userId } = await find(change, email);
				await lockUserAndSessions(change.tx, userId);
				if (!(await identities.unlink(change, userId, identity))) throw identityNotFound(email);
				return { userId };
			}),
	};
}
