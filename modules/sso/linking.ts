import type { InvitationRow, UserRow } from "#db/schema";
import { parseLanguageTag } from "#kernel/locale";
import { emailKey, parseEmail } from "#kernel/text";
import type { Role } from "#modules/permissions";
import { hasIdentity, lockUserByEmail, type UsersService } from "#modules/users";
import type { Change } from "#platform/unit-of-work";
import { accepted } from "./accepted.ts";
import { displayName } from "./display-name.ts";
import { accountDisabled, administratorNotLinked, emailNotVerified, noAddress, signupClosed } from "./errors.ts";
import type { Identities } from "./identities.ts";
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
	/** Whether somebody without an account may have one. */
	readonly mayRegister: boolean;
	readonly users: Pick<UsersService, "register" | "isUnclaimed" | "releaseEmail" | "takeOver">;
	readonly identities: Identities;
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
	const { identity, mayRegister } = admission;
	const linked = await identitiesRepository.findUser(change.tx, identity);
	if (linked) return { user: linked, isNewcomer: false };
	const address = addressOf(identity);
	if (!address) throw noAddress();
	const holder = await lockUserByEmail(change.tx, address.key);
	if (!holder) {
		if (!mayRegister) throw signupClosed();
		return { user: await register(change, address, admission), isNewcomer: true };
	}
	if (!address.isVerified) throw emailNotVerified();
	if (holder.state !== "active") throw accountDisabled();
	if (holder.systemAdmin) throw administratorNotLinked();
	return { user: await claim(change, holder, address, admission), isNewcomer: false };
}

/** The account of an address that is proved now: its holder's, if nothing speaks against it. */
async function claim(change: Change, holder: UserRow, address: Address, admission: Admission): Promise<UserRow> {
	const { identity, mayRegister, users } = admission;
	const isConfirmed = holder.emailVerifiedAtMs !== null;
	const isAnothers = !isConfirmed && (await hasIdentity(change.tx, holder.id));
	if (isAnothers || (await users.isUnclaimed(holder, change.tx))) {
		// There will be two accounts then, where an account that is closed makes room for one.
		if (isAnothers && !mayRegister) throw signupClosed();
		await users.releaseEmail(change, holder);
		return register(change, address, admission);
	}
	const { email } = address;
	// docs/decisions/012-sign-in-at-a-provider.md
	const claimant = { email, name: displayName(identity.name, email), identity };
	const user = isConfirmed ? holder : await users.takeOver(change, holder, claimant);
	await link(change, user, admission);
	return user;
}

/** @throws {@link LostRace} when somebody has the address by now */
async function register(change: Change, { email, isVerified }: Address, admission: Admission): Promise<UserRow> {
	const { identity, users } = admission;
	const { locale: tag } = identity;
	const locale = tag === null ? null : accepted(() => parseLanguageTag(tag, "/locale"));
	const name = displayName(identity.name, email);
	const user = await users.register(change, { email, isVerified, name, locale, passwordHash: null });
	if (!user) throw new LostRace();
	await link(change, user, admission);
	return user;
}

/** @throws {@link LostRace} when the identity signs in to an account by now */
async function link(change: Change, { id }: UserRow, { identity, identities }: Admission): Promise<void> {
	if (!(await identities.link(change, id, identity))) throw new LostRace();
}
