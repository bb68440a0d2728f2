import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { Call } from "#kernel/principal";
import { type Changes, PLATFORM } from "#modules/changes";
import type { Join } from "#modules/invitations";
import { usersRepository } from "#modules/users";
import { accountDisabled } from "./errors.ts";
import { type Address, addressOf, findOrAdmit, LostRace, type Offer } from "./linking.ts";
import { claimedOffer, takeOffers } from "./memberships.ts";
import type { ProvenIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/** Two tabs of one new person make one of them try again; more often than this is a bug. */
const ATTEMPTS = 3;

/** What {@link createAccounts} is made of. */
export interface AccountsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly changes: Changes;
	readonly join: Join;
	/** `invite`: only those whom an invitation or the provider's claims put somewhere. `closed`: nobody new. */
	readonly signup: "open" | "invite" | "closed";
}

/** Who signed in. */
export interface SignedInAccount {
	readonly user: UserRow;
	/** The organization the provider's claims name, when the person is a member of it; else null. */
	readonly orgId: string | null;
}

/** Brings identities of the provider together with accounts and memberships of ours. */
export function createAccounts({ store, clock, newId, changes, join, signup }: AccountsDeps) {
	/** Invitations of the address, as far as it is proved. */
	async function invitationsOf(address: Address | null): Promise<Offer[]> {
		if (!address?.isVerified) return [];
		const found = await identitiesRepository.listInvitations(store, address.key, clock.nowMs());
		return found.map((invitation) => ({ orgId: invitation.orgId, role: invitation.role, invitation }));
	}

	async function admit(call: Call, identity: ProvenIdentity, isOffered: boolean): Promise<UserRow> {
		const mayRegister = signup === "open" || (signup === "invite" && isOffered);
		for (let attempt = 1; ; attempt++)
			try {
				const work = { identity, newId, mayRegister };
				return await changes.make(call, (change) => findOrAdmit(change, work), { remembered: false });
			} catch (error) {
				if (!(error instanceof LostRace) || attempt === ATTEMPTS) throw error;
			}
	}

	/** What of the offers this account is to have: an invitation only if it was sent to the account's own address. */
	async function dueOffers(user: UserRow, address: Address | null, offers: readonly Offer[]): Promise<Offer[]> {
		const isOwnAddress = user.emailVerifiedAtMs !== null && user.emailKey === address?.key;
		const due: Offer[] = [];
		for (const offer of offers) {
			const isDue = offer.invitation === null ? !(await isMember(offer.orgId, user)) : isOwnAddress;
			if (isDue) due.push(offer);
		}
		return due;
	}

	const isMember = (orgId: string, user: UserRow): Promise<boolean> =>
		identitiesRepository.isMember(store.db, orgId, user.id);

	/** Marks the address of an account confirmed, once the provider that made the account confirms it. */
	async function confirmAddress(call: Call, user: UserRow, address: Address | null): Promise<UserRow> {
		if (user.emailVerifiedAtMs !== null || !address?.isVerified || address.key !== user.emailKey) return user;
		const confirmed = await changes.make(
			call,
			async (change) => {
				const values = { emailVerifiedAtMs: change.nowMs, version: user.version + 1, updatedAtMs: change.nowMs };
				await usersRepository.update(change.tx, user.id, values);
				change.invalidate(user.id);
				const targets = [{ type: "user", id: user.id } as const];
				change.audit(PLATFORM, { action: "user.verify_email", category: "auth", targets });
				return { ...user, ...values };
			},
			{ remembered: false },
		);
		return confirmed;
	}

	return {
		/**
		 * The account behind a proven identity, made if need be, with the memberships it is due.
		 * @throws `email_not_verified` `forbidden`
		 */
		async signIn(call: Call, identity: ProvenIdentity): Promise<SignedInAccount> {
			const address = addressOf(identity);
			const claimed = await claimedOffer(store, identity);
			const offers = [...(await invitationsOf(address)), ...(claimed ? [claimed] : [])];
			const known = await identitiesRepository.findUser(store.db, identity);
			const linked = known ?? (await admit(call, identity, offers.length > 0));
			if (linked.state !== "active") throw accountDisabled();
			const user = await confirmAddress(call, linked, address);
			const due = await dueOffers(user, address, offers);
			if (due.length > 0)
				await changes.make(call, (change) => takeOffers(change, join, user, due), { remembered: false });
			return { user, orgId: claimed?.orgId ?? null };
		},
	};
}
