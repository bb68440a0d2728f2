import type { InvitationRow, UserRow } from "#db/schema";
import type { NewId } from "#kernel/ids";
import { parseLanguageTag } from "#kernel/locale";
import type { Role } from "#kernel/principal";
import { emailKey, parseEmail } from "#kernel/text";
import { type Change, PLATFORM } from "#modules/changes";
import { sessionsRepository } from "#modules/sessions";
import { newUser, usersRepository } from "#modules/users";
import { accepted } from "./accepted.ts";
import { displayName } from "./display-name.ts";
import { accountDisabled, emailNotVerified, noAddress, signupClosed } from "./errors.ts";
import type { DropCredentials, ProvenIdentity } from "./ports.ts";
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
	/** Empties an account of everything one can prove oneself with, but its password, sessions and identities. */
	readonly dropCredentials: readonly DropCredentials[];
}

/**
 * The account of an identity, within a change. One that is not linked yet is linked to the account of its address, when both
 * the provider and we know that the address is the person's; else it gets an account. An account of the address that
 * nobody confirmed may be a trap set by somebody else: it is taken over, and everything its maker could sign in with goes.
 * One that another identity signs in to is that person's: it only gives the address up.
 * @throws `email_not_verified` `forbidden`; {@link LostRace}
 */
export async function findOrAdmit(change: Change, admission: Admission): Promise<UserRow> {
	const { identity, newId, mayRegister, dropCredentials } = admission;
	const linked = await identitiesRepository.findUser(change.tx, identity);
	if (linked) return linked;
	const address = addressOf(identity);
	if (!address) throw noAddress();
	const holder = await usersRepository.findByEmail(change.tx, address.key);
	if (!holder) {
		if (!mayRegister) throw signupClosed();
		return register(change, identity, address, newId("usr"));
	}
	if (!address.isVerified) throw emailNotVerified();
	if (holder.state !== "active") throw accountDisabled();
	const isConfirmed = holder.emailVerifiedAtMs !== null;
	if (!isConfirmed && (await identitiesRepository.hasAny(change.tx, holder.id))) {
		if (!mayRegister) throw signupClosed();
		await releaseAddress(change, holder, dropCredentials);
		return register(change, identity, address, newId("usr"));
	}
	const user = isConfirmed ? holder : await takeOver(change, holder, address, admission);
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
	const target = { type: "user", id } as const;
	change.audit(PLATFORM, { action: "auth.register", category: "auth", targets: [target] });
	change.announce(PLATFORM, { type: "security.registered", object: { userId: id, emailVerified: isVerified } });
	await link(change, row, identity);
	return row;
}

async function link(change: Change, user: UserRow, { issuer, subject }: ProvenIdentity): Promise<void> {
	const row = { issuer, subject, userId: user.id, createdAtMs: change.nowMs };
	if (!(await identitiesRepository.insert(change.tx, row))) throw new LostRace();
	change.invalidate(user.id);
	const target = { type: "user", id: user.id } as const;
	change.audit(PLATFORM, {
		action: "auth.link_identity",
		category: "security",
		targets: [target],
		changes: [{ path: "/identities/-", from: null, to: { issuer, subject } }],
	});
	change.announce(PLATFORM, { type: "security.identity_linked", object: { userId: user.id, issuer } });
}

/**
 * Takes an address nobody confirmed from an account that another identity signs in to, together with all that could be
 * used or asked for by that address. The person goes on signing in at the provider.
 */
async function releaseAddress(
	change: Change,
	holder: UserRow,
	dropCredentials: readonly DropCredentials[],
): Promise<void> {
	const email = `${holder.id}@unconfirmed.invalid`;
	const values = {
		email,
		emailKey: emailKey(email),
		version: holder.version + 1,
		updatedAtMs: change.nowMs,
	};
	await usersRepository.setPassword(change.tx, holder.id, null, values);
	for (const drop of dropCredentials) await drop(change.tx, holder.id);
	change.invalidate(holder.id);
	const targets = [{ type: "user", id: holder.id } as const];
	change.audit(PLATFORM, { action: "auth.release_email", category: "security", targets });
	change.announce(PLATFORM, { type: "security.email_changed", object: { userId: holder.id } });
}

/** Gives an unconfirmed account to the person who proved its address (docs/decisions: sign-in at a provider). */
async function takeOver(
	change: Change,
	holder: UserRow,
	{ email }: Address,
	{ identity: { name }, dropCredentials }: Admission,
): Promise<UserRow> {
	const values = {
		email,
		emailVerifiedAtMs: change.nowMs,
		name: displayName(name, email),
		avatarUrl: null,
		version: holder.version + 1,
		updatedAtMs: change.nowMs,
	};
	await usersRepository.setPassword(change.tx, holder.id, null, values);
	for (const drop of dropCredentials) await drop(change.tx, holder.id);
	const ended = await sessionsRepository.revokeAll(change.tx, holder.id, change.nowMs, "account_taken_over");
	change.invalidate(holder.id, ...ended);
	const targets = [{ type: "user", id: holder.id } as const, ...ended.map((id) => ({ type: "session", id }) as const)];
	change.audit(PLATFORM, { action: "auth.take_over", category: "security", targets });
	change.announce(PLATFORM, { type: "security.account_taken_over", object: { userId: holder.id, sessionIds: ended } });
	return { ...holder, ...values, passwordHash: null };
}
