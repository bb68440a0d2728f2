import type { UserRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import { isSignedInAs } from "#kernel/principal";
import { emailKey } from "#kernel/text";
import { sessionsRepository } from "#modules/sessions";
import { usersRepository } from "#modules/users";
import type { DropCredentials, KeptCredentials } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { holdersRepository } from "./repository.ts";

/** What {@link createAddresses} is made of. */
export interface AddressesDeps {
	readonly store: Store;
	/** Everything a person can prove themselves with beside password and sessions. */
	readonly dropCredentials: DropCredentials;
}

/** An account whose address was just proved. */
export interface Proved {
	readonly user: UserRow;
	/** Sessions that ended with it. */
	readonly ended: readonly string[];
}

/** See {@link createAddresses}. */
export type Addresses = ReturnType<typeof createAddresses>;

/**
 * Whose an address is. Anybody can write an address down; it is a person's once a mailed link, the identity provider or a
 * system administrator says so. Until then whoever made the account may be a stranger who waits for the owner.
 */
export function createAddresses({ store, dropCredentials }: AddressesDeps) {
	/** Takes away what one could sign in with; answers the sessions that ended. */
	async function empty(change: Change, userId: string, kept: KeptCredentials, reason: string): Promise<string[]> {
		const { tx, nowMs } = change;
		// The sessions first: a request that is about to add a passkey holds its own, so what it adds is dropped below.
		const ended = await sessionsRepository.revokeAll(tx, userId, nowMs, reason, kept.sessionId ?? undefined);
		await dropCredentials(tx, userId, kept);
		change.invalidate(userId, ...ended);
		return ended;
	}

	/**
	 * Whether an account gives its address up to somebody with a better claim to it: nobody proved the address, and the account
	 * belongs nowhere. One that belongs to an organization is never taken for a stranger's.
	 * @param tx the transaction that rests on the answer; without it the answer is of this moment
	 */
	async function givesWay(holder: UserRow, tx?: Db): Promise<boolean> {
		if (holder.emailVerifiedAtMs !== null || holder.state !== "active" || holder.systemAdmin) return false;
		const { within, db } = store.acrossTenants;
		return !(await holdersRepository.isMember(tx ? within(tx) : db, holder.id));
	}

	/**
	 * Takes an address nobody proved from its account, with all that could be used or asked for by that address. A person who
	 * signs in at a provider goes on doing so; an account that has no other way in is closed.
	 */
	async function release(change: Change, holder: UserRow): Promise<void> {
		const email = `${holder.id}@unconfirmed.invalid`;
		await usersRepository.setPassword(change.tx, holder.id, null, {
			email,
			emailKey: emailKey(email),
			state: (await holdersRepository.hasIdentity(change.tx, holder.id)) ? "active" : "closed",
			version: holder.version + 1,
			updatedAtMs: change.nowMs,
		});
		const kept = { password: false, sessionId: null, identity: "every" } as const;
		const ended = await empty(change, holder.id, kept, "address_released");
		record(change, facts["auth.release_email"], holder.id, ended);
	}

	return {
		givesWay,
		release,

		/** The account of an address, held until the transaction ends. */
		lockHolder: holdersRepository.lock,

		/** Whether somebody signs in to the account at a provider. */
		hasIdentity: holdersRepository.hasIdentity,

		/** Frees an address whose holder gives way; false when somebody keeps it. */
		async vacate(change: Change, key: string): Promise<boolean> {
			const holder = await holdersRepository.lock(change.tx, key);
			if (!holder) return true;
			if (!(await givesWay(holder, change.tx))) return false;
			await release(change, holder);
			return true;
		},

		/**
		 * Marks the address of an account as its person's. The first proof throws out all that came before it, but for what is
		 * kept: it may be somebody else's. An address that was proved already stays as it is.
		 */
		async prove(change: Change, user: UserRow, kept: KeptCredentials): Promise<Proved> {
			if (user.emailVerifiedAtMs !== null) return { user, ended: [] };
			const { tx, nowMs } = change;
			const { id, version } = user;
			// A request holds its session before it touches its person; in another order the two would wait for each other.
			await sessionsRepository.lockAll(tx, id, kept.sessionId ?? undefined);
			const values = { emailVerifiedAtMs: nowMs, version: version + 1, updatedAtMs: nowMs };
			if (kept.password) await usersRepository.update(tx, id, values);
			else await usersRepository.setPassword(tx, id, null, values);
			const ended = await empty(change, id, kept, "address_proved");
			record(change, facts["auth.verify_email"], id, ended);
			return { user: { ...user, ...values, ...(!kept.password && { passwordHash: null }) }, ended };
		},
	};
}

function record(change: Change, fact: (typeof facts)[keyof typeof facts], userId: string, ended: readonly string[]) {
	const also = ended.map((id) => ({ type: "session", id }));
	change.record(PLATFORM, fact, { id: userId, object: { userId }, also });
}

/** The session a person is signed in with to an account; null for everybody else, and for a token of `parley token`. */
export const ownSession = ({ principal }: Pick<Change, "principal">, userId: string): string | null =>
	isSignedInAs(principal, userId) ? principal.sessionId : null;
