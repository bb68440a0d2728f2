import type { InvitationRow, UserRow } from "#db/schema";
import { parseLanguageTag } from "#kernel/locale";
import { emailKey, parseEmail } from "#kernel/text";
import type { Role } from "#modules/permissions";
import { hasIdentity, lockUserByEmail, type UsersService } from "#modules/users";
import type { Change } from "#platform/unit-of-work";
import { displayName } from "./display-name.ts";
import { accountDisabled, administratorNotLinked, emailMissing, emailNotVerified, signupClosed } from "./errors.ts";
import type { Identities } from "./identities.ts";
import { parseOrNull } from "./parse-or-null.ts";
import type { VerifiedIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/** An address as the provider gave it. */
export interface ProviderEmail {
	readonly email: string;
	/** The form that is compared. */
	readonly key: string;
	/** Whether the provider confirmed it. */
	readonly isVerified: boolean;
}

/** A membership somebody can have for signing in. */
export interface MembershipOffer {
	readonly orgId: string;
	readonly role: Role;
	/** Null: the provider's claims put the person there. */
	readonly invitation: InvitationRow | null;
}

/** The address of an identity; null when the provider gave none, or one we would not accept from anybody. */
export function toProviderEmail({ email, emailVerified }: VerifiedIdentity): ProviderEmail | null {
	const address = email === null ? null : parseOrNull(() => parseEmail(email, "/email"));
	return address === null ? null : { email: address, key: emailKey(address), isVerified: emailVerified };
}

/** Another request was first: the change is worth trying again. */
export class ConcurrentChangeError extends Error {}

/** What {@link findOrProvision} needs beside the identity. */
export interface ProvisioningRequest {
	readonly identity: VerifiedIdentity;
	/** Whether somebody without an account may have one. */
	readonly canRegister: boolean;
	readonly users: Pick<UsersService, "register" | "isUnclaimed" | "releaseEmail" | "takeOver">;
	readonly identities: Identities;
}

/** The account of an identity. */
export interface ProvisionedAccount {
	readonly user: UserRow;
	/** Whether there was none: somebody was let in who had nothing here. */
	readonly isNew: boolean;
}

/**
 * The account of an identity, within a change. One that is not linked yet is linked to the account of its address, when both
 * the provider and we know that the address is the person's; else it gets an account. An account of the address that
 * nobody confirmed may be a trap set by somebody else. If it belongs nowhere, or another identity signs in to it, it only
 * gives the address up; else it is taken over, and everything its maker could sign in with goes.
 * @throws `email_not_verified` `forbidden`; {@link ConcurrentChangeError}
 */
export async function findOrProvision(change: Change, admission: ProvisioningRequest): Promise<ProvisionedAccount> {
	const { identity, canRegister } = admission;
	const linked = await identitiesRepository.findUser(change.tx, identity);
	if (linked) return { user: linked, isNew: false };
	const address = toProviderEmail(identity);
	if (!address) throw emailMissing();
	const existing = await lockUserByEmail(change.tx, address.key);
	if (!existing) {
		if (!canRegister) throw signupClosed();
		return { user: await register(change, address, admission), isNew: true };
	}
	if (!address.isVerified) throw emailNotVerified();
	if (existing.state !== "active") throw accountDisabled();
	if (existing.systemAdmin) throw administratorNotLinked();
	return { user: await claimExisting(change, existing, address, admission), isNew: false };
}

/** The account of an address that is proved now: its holder's, if nothing speaks against it. */
async function claimExisting(
	change: Change,
	existing: UserRow,
	address: ProviderEmail,
	admission: ProvisioningRequest,
): Promise<UserRow> {
	const { identity, canRegister, users } = admission;
	const isConfirmed = existing.emailVerifiedAtMs !== null;
	const belongsToAnotherIdentity = !isConfirmed && (await hasIdentity(change.tx, existing.id));
	if (belongsToAnotherIdentity || (await users.isUnclaimed(existing, change.tx))) {
		// There will be two accounts then, where an account that is closed makes room for one.
		if (belongsToAnotherIdentity && !canRegister) throw signupClosed();
		await users.releaseEmail(change, existing);
		return register(change, address, admission);
	}
	const { email } = address;
	// docs/decisions/012-sign-in-at-a-provider.md
	const claimant = { email, name: displayName(identity.name, email), identity };
	const user = isConfirmed ? existing : await users.takeOver(change, existing, claimant);
	await link(change, user, admission);
	return user;
}

/** @throws {@link ConcurrentChangeError} when somebody has the address by now */
async function register(
	change: Change,
	{ email, isVerified }: ProviderEmail,
	admission: ProvisioningRequest,
): Promise<UserRow> {
	const { identity, users } = admission;
	const { locale: tag } = identity;
	const locale = tag === null ? null : parseOrNull(() => parseLanguageTag(tag, "/locale"));
	const name = displayName(identity.name, email);
	const user = await users.register(change, { email, isVerified, name, locale, passwordHash: null });
	if (!user) throw new ConcurrentChangeError();
	await link(change, user, admission);
	return user;
}

/** @throws {@link ConcurrentChangeError} when the identity signs in to an account by now */
async function link(change: Change, { id }: UserRow, { identity, identities }: ProvisioningRequest): Promise<void> {
	if (!(await identities.link(change, id, identity))) throw new ConcurrentChangeError();
}
