import type { UserRow } from "#db/schema";
import { conflictOf, type Db } from "#db/store";
import { ownSession } from "#kernel/principal";
import { emailKey } from "#kernel/text";
import type { Core, RetainedCredentials } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { addressProved } from "./moments.ts";
import { findUserByEmail, hasIdentity, isMemberAnywhere, lockUserAndSessions, lockUserByEmail } from "./repository.ts";
import { updateUser } from "./update-user.ts";

/** The sessions that ended at once. */
interface EndedSessions {
	/** The newest of them, at most 100. */
	readonly ids: readonly string[];
	/** Whether more than these ended. */
	readonly hasMore: boolean;
}

/** Operations on the sessions of a user, implemented by modules/identity/sessions. */
interface UserSessions {
	/** Ends all sessions but `exceptId`; call it after changing the credentials. */
	revokeByUser(change: Change, userId: string, reason: string, exceptId?: string): Promise<EndedSessions>;
	/** Ends all sessions but `exceptId`, and cancels pending sign-ins. */
	signOutEverywhere(change: Change, userId: string, reason: string, exceptId?: string): Promise<void>;
}

export interface EmailsDeps extends Pick<Core, "store"> {
	readonly sessions: UserSessions;
	readonly contributions: Pick<Core["contributions"], "revokeCredentials">;
}

/** Result of the confirmation of an address. */
export interface ConfirmedEmail {
	readonly user: UserRow;
	/** The sessions that were ended by it. */
	readonly ended: EndedSessions;
}

/** The verified owner of an address, according to the identity provider. */
export interface NewOwner {
	/** The address as the provider spells it. */
	readonly email: string;
	readonly name: string;
	/** The identity they signed in with. */
	readonly identity: RetainedCredentials["identity"];
}

/**
 * Creates the rules on who owns an e-mail address. Anybody can enter an address; ownership is established by a mailed
 * link, the identity provider or a system administrator. Until then the account may have been created by a stranger who
 * waits for the owner to use it (account pre-hijacking).
 */
export function createEmails({ store, sessions, contributions }: EmailsDeps) {
	/** Revokes sessions and credentials, except for what is retained. Returns the ended sessions. */
	async function revokeAccess(
		change: Change,
		userId: string,
		retained: RetainedCredentials,
		reason: string,
	): Promise<EndedSessions> {
		// The sessions first: this waits for a request that is about to add a passkey, so what it adds is removed below.
		const ended = await sessions.revokeByUser(change, userId, reason, retained.sessionId ?? undefined);
		await contributions.revokeCredentials(change.tx, userId, retained);
		return ended;
	}

	/**
	 * Whether an account must give its address up to a verified owner: the address is unverified, and the account has no
	 * memberships. An account that belongs to an organization is never considered a stranger's.
	 * @param tx the transaction that depends on the result; without it the result may be outdated at once
	 */
	async function isUnclaimed(user: UserRow, tx?: Db): Promise<boolean> {
		if (user.emailVerifiedAtMs !== null || user.state !== "active" || user.systemAdmin) return false;
		const { within, db } = store.acrossTenants;
		return !(await isMemberAnywhere(tx ? within(tx) : db, user.id));
	}

	/** Makes a person with an account a system administrator as well. */
	async function promote(change: Change, { id }: UserRow): Promise<void> {
		await updateUser(change, id, { systemAdmin: true });
		change.record(PLATFORM, facts["admin.create"], { id });
	}

	/**
	 * Takes the rights of a system administrator away and ends their sessions. Whoever belongs to an organization keeps the
	 * account as its member; any other account is closed, with all its credentials, and its address is free again.
	 */
	async function removeAdministrator(change: Change, { id }: UserRow): Promise<"member" | "closed"> {
		const isMember = await isMemberAnywhere(store.acrossTenants.within(change.tx), id);
		const email = `${id}@removed.invalid`;
		const closed = { passwordHash: null, email, emailKey: emailKey(email), state: "closed" } as const;
		await updateUser(change, id, { systemAdmin: false, ...(!isMember && closed) });
		if (isMember) await sessions.signOutEverywhere(change, id, "administrator_removed");
		else await revokeAccess(change, id, { password: false, sessionId: null, identity: null }, "administrator_removed");
		change.record(PLATFORM, facts["admin.remove"], { id });
		return isMember ? "member" : "closed";
	}

	/** Closes an account for its person: with all its credentials; its address is free again. */
	async function closeAccount(change: Change, { id }: UserRow): Promise<void> {
		const email = `${id}@closed.invalid`;
		const closed = {
			passwordHash: null,
			email,
			emailKey: emailKey(email),
			state: "closed",
			systemAdmin: false,
		} as const;
		await updateUser(change, id, closed);
		await revokeAccess(change, id, { password: false, sessionId: null, identity: null }, "account_closed");
	}

	/**
	 * Removes an unverified address from its account, together with every credential that depends on the address. A person
	 * who signs in at a provider can continue to do so; an account without any other way to sign in is closed.
	 */
	async function releaseEmail(change: Change, { id }: UserRow): Promise<void> {
		const email = `${id}@unconfirmed.invalid`;
		const state = (await hasIdentity(change.tx, id)) ? "active" : "closed";
		await updateUser(change, id, { passwordHash: null, email, emailKey: emailKey(email), state });
		const retained = { password: false, sessionId: null, identity: "every" } as const;
		const ended = await revokeAccess(change, id, retained, "address_released");
		change.record(PLATFORM, facts["auth.release_email"], {
			id,
			object: { userId: id },
			otherTargets: sessionTargets(ended),
		});
	}

	/** Releases an address whose account is unclaimed. Returns false when the address remains taken. */
	async function releaseIfUnclaimed(change: Change, key: string): Promise<boolean> {
		const user = await lockUserByEmail(change.tx, key);
		if (!user) return true;
		if (!(await isUnclaimed(user, change.tx))) return false;
		await releaseEmail(change, user);
		return true;
	}

	/**
	 * Marks the address of an account as verified. The first verification revokes all earlier credentials, which may be
	 * somebody else's, except for what is retained. Does nothing when the address is verified already.
	 */
	async function confirmEmail(change: Change, user: UserRow, retained: RetainedCredentials): Promise<ConfirmedEmail> {
		if (user.emailVerifiedAtMs !== null) return { user, ended: { ids: [], hasMore: false } };
		const { id } = user;
		await lockUserAndSessions(change.tx, id);
		const password = retained.password ? {} : { passwordHash: null };
		const confirmed = await updateUser(change, id, { ...password, emailVerifiedAtMs: change.nowMs });
		const ended = await revokeAccess(change, id, retained, "address_proved");
		change.record(PLATFORM, facts["auth.verify_email"], {
			id,
			object: { userId: id },
			otherTargets: sessionTargets(ended),
		});
		await change.reach(addressProved, confirmed);
		return { user: confirmed, ended };
	}

	/** Confirms an address by a mailed link: retains the password and the session in which the link was opened. */
	const confirmEmailByLink = (change: Change, user: UserRow): Promise<ConfirmedEmail> =>
		confirmEmail(change, user, {
			password: true,
			sessionId: ownSession(change.principal, user.id),
			identity: null,
		});

	return {
		isUnclaimed,
		promote,
		removeAdministrator,
		closeAccount,
		releaseEmail,
		releaseIfUnclaimed,
		confirmEmail,
		confirmEmailByLink,

		/**
		 * Changes the address of a user. Returns false when it is taken; the caller must then abandon the change, because a
		 * concurrent request may have won and the transaction has failed. A verified address is taken from an unclaimed
		 * account.
		 * @param isVerified whether the person opened a link that was mailed to the new address
		 */
		async changeEmail(change: Change, user: UserRow, email: string, isVerified: boolean): Promise<boolean> {
			const { id } = user;
			const key = emailKey(email);
			const existing = await findUserByEmail(change.tx, key);
			const isFree = !existing || (isVerified && existing.id !== id && (await releaseIfUnclaimed(change, key)));
			if (!isFree) return false;
			const emailVerifiedAtMs = isVerified && user.emailVerifiedAtMs !== null ? change.nowMs : null;
			const changed = await updateUser(change, id, { email, emailKey: key, emailVerifiedAtMs }).catch(nullIfTaken);
			if (!changed) return false;
			if (isVerified) await confirmEmailByLink(change, changed);
			const changes = [{ path: "/email", from: user.email, to: email }];
			change.record(PLATFORM, facts["auth.change_email"], { id, object: { userId: id }, changes });
			return true;
		},

		/** Transfers an account with an unconfirmed address to the person whose ownership the provider verified. */
		async takeOver(change: Change, user: UserRow, { email, name, identity }: NewOwner): Promise<UserRow> {
			const { id } = user;
			const { ended } = await confirmEmail(change, user, { password: false, sessionId: null, identity });
			const taken = await updateUser(change, id, { email, name, avatarUrl: null });
			const object = { userId: id, sessionIds: [...ended.ids], hasMore: ended.hasMore };
			change.record(PLATFORM, facts["auth.take_over"], { id, object, otherTargets: sessionTargets(ended) });
			return taken;
		},
	};
}

/** Returns null when a concurrent change has taken the same address. */
function nullIfTaken(error: unknown): null {
	if (conflictOf(error) !== "unique") throw error;
	return null;
}

const sessionTargets = ({ ids }: EndedSessions) => ids.map((id) => ({ type: "session", id }));
