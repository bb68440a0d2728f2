import type { InvitationRow, UserRow } from "#db/schema";
import type { NewId } from "#kernel/ids";
import { parseLanguageTag } from "#kernel/locale";
import { emailKey, parseEmail } from "#kernel/text";
import type { Addresses, Identity } from "#modules/addresses";
import type { Role } from "#modules/permissions";
import { newUser, userFacts, usersRepository } from "#modules/users";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { accepted } from "./accepted.ts";
import { displayName } from "./display-name.ts";
import { accountDisabled, administratorNotLinked, emailNotVerified, noAddress, signupClosed } from "./errors.ts";
import { facts } from "./facts.ts";
import type { ProvenIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/** An address as the provider gave it. */
export interface Address {
	readonly email: string;
	/** The form that is compared. */
	readonly key: string;
	/** Whether the provider confirmed it. */
	readonly isVerified: boolean;
}

/** A membership somebody can have for signing in. */
export interface Offer {
	readonly orgId: string;
	readonly role: Role;
	/** Null: the provider's claims put the person there. */
	readonly invitation: InvitationRow | null;
}

/** The address of an identity; null when the provider gave none, or one we would not accept from anybody. */
export function addressOf({ email, emailVerified }: ProvenIdentity): Address | null {
	const address = email === null ? null : accepted(() => parseEmail(email, "/email"));
	return address === null ? null : { email: address, key: emailKey(address), isVerified: emailVerified };
}

/** Another request was first: the change is worth trying again. */
export class LostRace extends Error {}

/** What {@link findOrAdmit} needs beside the identity. */
export interface Admission {
	readonly identity: ProvenIdentity;
	readonly newId: NewId;
	/** Whether somebody without an account may have one. */
	readonly mayRegister: boolean;
	readonly addresses: Addresses;
}

/** The account of an identity. */
export interface Admitted {
	readonly user: UserRow;
	/** Whether there was none: somebody was let in who had nothing here. */
	readonly isNewcomer: boolean;
}

/**
 * The account of an identity, within a change. One that is not linked yet is linked to the account of its address, when both
 * the provider and we know that the address is the person's; else it gets an account. An account of the address that
 * nobody confirmed may be a trap set by somebody else. If it belongs nowhere, or another identity signs in to it, it only
 * gives the address up; else it is taken over, and everything its maker could sign in with goes.
 * @throws `email_not_verified` `forbidden`; {@link LostRace}
 */
export async function findOrAdmit(change: Change, admission: Admission): Promise<Admitted> {
	const { identity, newId, mayRegister, addresses } = admission;
	const linked = await identitiesRepository.findUser(change.tx, identity);
	if (linked) return { user: linked, isNewcomer: false };
	const address = addressOf(identity);
	if (!address) throw noAddress();
	const holder = await addresses.lockHolder(change.tx, address.key);
	if (!holder) {
		if (!mayRegister) throw signupClosed();
		return { user: await register(change, identity, address, newId("usr")), isNewcomer: true };
	}
	if (!address.isVerified) throw emailNotVerified();
	if (holder.state !== "active") throw accountDisabled();
	if (holder.systemAdmin) throw administratorNotLinked();
	return { user: await claim(change, holder, address, admission), isNewcomer: false };
}

/** The account of an address that is proved now: its holder's, if nothing speaks against it. */
async function claim(
	change: Change,
	holder: UserRow,
	address: Address,
	{ identity, newId, mayRegister, addresses }: Admission,
): Promise<UserRow> {
	const isConfirmed = holder.emailVerifiedAtMs !== null;
	const isAnothers = !isConfirmed && (await addresses.hasIdentity(change.tx, holder.id));
	if (isAnothers || (await addresses.givesWay(holder, change.tx))) {
		// There will be two accounts then, where an account that is closed makes room for one.
		if (isAnothers && !mayRegister) throw signupClosed();
		await addresses.release(change, holder);
		return register(change, identity, address, newId("usr"));
	}
	const user = isConfirmed ? holder : await takeOver(change, holder, address, identity, addresses);
	await link(change, user, identity);
	return user;
}

async function register(change: Change, identity: ProvenIdentity, address: Address, id: string): Promise<UserRow> {
	const { email, isVerified } = address;
	const { locale: tag } = identity;
	const locale = tag === null ? null : accepted(() => parseLanguageTag(tag, "/locale"));
	const person = { id, email, isVerified, name: displayName(identity.name, email), locale, passwordHash: null };
	const row = newUser(person, change.nowMs);
	if (!(await usersRepository.insert(change.tx, row))) throw new LostRace();
	change.record(PLATFORM, userFacts["auth.register"], { id, object: { userId: id, emailVerified: isVerified } });
	await link(change, row, identity);
	return row;
}

/** Lets an identity sign in to an account. @throws {@link LostRace} when it signs in to one already */
export async function link(change: Change, user: UserRow, { issuer, subject }: Identity): Promise<void> {
	const row = { issuer, subject, userId: user.id, createdAtMs: change.nowMs };
	if (!(await identitiesRepository.insert(change.tx, row))) throw new LostRace();
	change.invalidate(user.id);
	change.record(PLATFORM, facts["auth.link_identity"], {
		id: user.id,
		object: { userId: user.id, issuer },
		auditedChanges: [{ path: "/identities/-", from: null, to: { issuer, subject } }],
	});
}

/** Gives an unconfirmed account to the person who proved its address (docs/decisions/012-sign-in-at-a-provider.md). */
async function takeOver(
	change: Change,
	holder: UserRow,
	{ email }: Address,
	identity: ProvenIdentity,
	addresses: Addresses,
): Promise<UserRow> {
	const { user, ended } = await addresses.prove(change, holder, { password: false, sessionId: null, identity });
	const values = { email, name: displayName(identity.name, email), avatarUrl: null };
	await usersRepository.update(change.tx, holder.id, values);
	change.record(PLATFORM, facts["auth.take_over"], {
		id: holder.id,
		also: ended.map((id) => ({ type: "session", id })),
		object: { userId: holder.id, sessionIds: [...ended] },
	});
	return { ...user, ...values };
}
