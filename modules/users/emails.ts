import type { UserRow } from "#db/schema";
import { conflictOf, type Db, type Store } from "#db/store";
import { ownSession } from "#kernel/principal";
import { emailKey } from "#kernel/text";
import type { RetainedCredentials, RevokeCredentials } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import type { UserSessions } from "./ports.ts";
import { findUserByEmail, hasIdentity, isMemberAnywhere, lockUserByEmail } from "./repository.ts";
import { writeUser } from "./write.ts";

/** Dependencies of {@link createEmails}. */
export interface EmailsDeps {
	readonly store: Store;
	readonly sessions: UserSessions;
	/** Everything a person can prove themselves with beside password and sessions. */
	readonly revokeCredentials: RevokeCredentials;
}

/** A person whose address was just proved. */
export interface ConfirmedEmail {
	readonly user: UserRow;
	/** Sessions that ended with it. */
	readonly endedSessionIds: readonly string[];
}

/** The person a provider says an address belongs to. */
export interface NewOwner {
	/** The address as they write it. */
	readonly email: string;
	readonly name: string;
	/** What they sign in with. */
	readonly identity: RetainedCredentials["identity"];
}

/**
 * Whose an address is. Anybody can write an address down; it is a person's once a mailed link, the identity provider or a
 * system administrator says so. Until then whoever made the account may be a stranger who waits for the owner.
 */
export function createEmails({ store, sessions, revokeCredentials }: EmailsDeps) {
	/** Takes away what one could sign in with; answers the sessions that ended. */
	async function revokeAccess(
		change: Change,
		userId: string,
		retained: RetainedCredentials,
		reason: string,
	): Promise<string[]> {
		// The sessions first: a request that is about to add a passkey holds its own, so what it adds is dropped below.
		const ended = await sessions.revokeByUser(change, userId, reason, retained.sessionId ?? undefined);
		await revokeCredentials(change.tx, userId, retained);
		return ended;
	}

	/**
	 * Whether an account gives its address up to somebody with a better claim to it: nobody proved the address, and the account
	 * belongs nowhere. One that belongs to an organization is never taken for a stranger's.
	 * @param tx the transaction that depends on the answer; without it the answer is of this moment
	 */
	async function isUnclaimed(user: UserRow, tx?: Db): Promise<boolean> {
		if (user.emailVerifiedAtMs !== null || user.state !== "active" || user.systemAdmin) return false;
		const { within, db } = store.acrossTenants;
		return !(await isMemberAnywhere(tx ? within(tx) : db, user.id));
	}

	/**
	 * Takes an address nobody proved from its account, with all that could be used or asked for by that address. A person who
	 * signs in at a provider goes on doing so; an account that has no other way in is closed.
	 */
	async function releaseEmail(change: Change, { id }: UserRow): Promise<void> {
		const email = `${id}@unconfirmed.invalid`;
		const state = (await hasIdentity(change.tx, id)) ? "active" : "closed";
		await writeUser(change, id, { passwordHash: null, email, emailKey: emailKey(email), state });
		const retained = { password: false, sessionId: null, identity: "every" } as const;
		const ended = await revokeAccess(change, id, retained, "address_released");
		change.record(PLATFORM, facts["auth.release_email"], {
			id,
			object: { userId: id },
			otherTargets: sessionTargets(ended),
		});
	}

	/** Frees an address whose account is unclaimed; false when somebody has it. */
	async function releaseIfUnclaimed(change: Change, key: string): Promise<boolean> {
		const user = await lockUserByEmail(change.tx, key);
		if (!user) return true;
		if (!(await isUnclaimed(user, change.tx))) return false;
		await releaseEmail(change, user);
		return true;
	}

	/**
	 * Marks the address of an account as its person's. The first proof throws out all that came before it, but for what is
	 * retained: it may be somebody else's. An address that was proved already stays as it is.
	 */
	async function confirmEmail(change: Change, user: UserRow, retained: RetainedCredentials): Promise<ConfirmedEmail> {
		if (user.emailVerifiedAtMs !== null) return { user, endedSessionIds: [] };
		const { id } = user;
		// A request holds its session before it touches its person; in another order the two would wait for each other.
		await sessions.lockByUser(change, id, retained.sessionId ?? undefined);
		const password = retained.password ? {} : { passwordHash: null };
		const confirmed = await writeUser(change, id, { ...password, emailVerifiedAtMs: change.nowMs });
		const ended = await revokeAccess(change, id, retained, "address_proved");
		change.record(PLATFORM, facts["auth.verify_email"], {
			id,
			object: { userId: id },
			otherTargets: sessionTargets(ended),
		});
		return { user: confirmed, endedSessionIds: ended };
	}

	/** The same for somebody who opened a mailed link: their password and the session they opened it in stay. */
	const confirmEmailByLink = (change: Change, user: UserRow): Promise<ConfirmedEmail> =>
		confirmEmail(change, user, {
			password: true,
			sessionId: ownSession(change.principal, user.id),
			identity: null,
		});

	return {
		isUnclaimed,
		releaseEmail,
		releaseIfUnclaimed,
		confirmEmail,
		confirmEmailByLink,

		/**
		 * Gives a person another address; false when somebody has it. One that was proved counts as proved, and the account of
		 * a stranger makes room for it. Whoever hears false gives the change up: another may have been first at this moment, and
		 * the transaction is broken.
		 * @param isVerified whether the person opened a link that was mailed to it
		 */
		async changeEmail(change: Change, user: UserRow, email: string, isVerified: boolean): Promise<boolean> {
			const { id } = user;
			const key = emailKey(email);
			const existing = await findUserByEmail(change.tx, key);
			const isFree = !existing || (isVerified && existing.id !== id && (await releaseIfUnclaimed(change, key)));
			if (!isFree) return false;
			const emailVerifiedAtMs = isVerified && user.emailVerifiedAtMs !== null ? change.nowMs : null;
			const changed = await writeUser(change, id, { email, emailKey: key, emailVerifiedAtMs }).catch(nullIfTaken);
			if (!changed) return false;
			if (isVerified) await confirmEmailByLink(change, changed);
			const changes = [{ path: "/email", from: user.email, to: email }];
			change.record(PLATFORM, facts["auth.change_email"], { id, object: { userId: id }, changes });
			return true;
		},

		/** Gives an account whose address nobody had confirmed to the person who proved it to the provider. */
		async takeOver(change: Change, user: UserRow, { email, name, identity }: NewOwner): Promise<UserRow> {
			const { id } = user;
			const { endedSessionIds } = await confirmEmail(change, user, { password: false, sessionId: null, identity });
			const taken = await writeUser(change, id, { email, name, avatarUrl: null });
			const object = { userId: id, sessionIds: [...endedSessionIds] };
			change.record(PLATFORM, facts["auth.take_over"], { id, object, otherTargets: sessionTargets(endedSessionIds) });
			return taken;
		},
	};
}

/** Two changes at once may want the same address. */
function nullIfTaken(error: unknown): null {
	if (conflictOf(error) !== "unique") throw error;
	return null;
}

const sessionTargets = (sessionIds: readonly string[]) => sessionIds.map((id) => ({ type: "session", id }));
