import type { InvitationRow, UserRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { parseLanguageTag } from "#kernel/locale";
import { emailKey, fitName, parseEmail } from "#kernel/text";
import { hasIdentity, lockUserByEmail, type UsersService } from "#modules/identity/users";
import type { Role } from "#modules/tenancy/permissions";
import type { Change } from "#platform/unit-of-work";
import { accountDisabled, administratorNotLinked, emailMissing, emailNotVerified, signupClosed } from "./errors.ts";
import type { Identities } from "./identities.ts";
import type { VerifiedIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/** Parses a value from the provider. Returns null when it fails the validation of our own input. */
function parseOrNull<T>(parse: () => T): T | null {
	try {
		return parse();
	} catch (error) {
		if (error instanceof AppError) return null;
		throw error;
	}
}

/** Returns the name of a new account: the provider's, adjusted to our rules; else the address before the `@`. */
function displayName(name: string | null, email: string): string {
	const [localPart = email] = email.split("@");
	return fitName(name ?? "") ?? localPart;
}

/** An e-mail address according to the provider. */
export interface ProviderEmail {
	readonly email: string;
	/** Normalized form, for comparison. */
	readonly key: string;
	/** Whether the provider has verified it. */
	readonly isVerified: boolean;
}

/** A membership offered to a person who signs in. */
export interface MembershipOffer {
	readonly orgId: string;
	readonly role: Role;
	/** Null: offered by the provider's claims. */
	readonly invitation: InvitationRow | null;
}

/** Returns the address of an identity; null when the provider sent none, or an invalid one. */
export function toProviderEmail({ email, emailVerified }: VerifiedIdentity): ProviderEmail | null {
	const address = email === null ? null : parseOrNull(() => parseEmail(email, "/email"));
	return address === null ? null : { email: address, key: emailKey(address), isVerified: emailVerified };
}

/** Thrown when a concurrent request was first: the change should be retried. */
export class ConcurrentChangeError extends Error {}

/** Options of {@link findOrProvision}. */
export interface ProvisioningRequest {
	readonly identity: VerifiedIdentity;
	/** Whether a new account may be created. */
	readonly canRegister: boolean;
	readonly users: Pick<UsersService, "register" | "isUnclaimed" | "releaseEmail" | "takeOver">;
	readonly identities: Identities;
}

/** The account of an identity. */
export interface ProvisionedAccount {
	readonly user: UserRow;
	/** Whether the person had no account before. */
	readonly isNew: boolean;
}

/**
 * Returns the account of an identity, within a change. An identity that is not linked yet is linked to the account of its
 * address if both the provider and we have verified the address; otherwise a new account is created. An existing account
 * with an unconfirmed address may be a trap (account pre-hijacking): if it has no membership, or another identity is linked
 * to it, it only releases the address; otherwise it is taken over, and all its previous credentials are revoked.
 * @throws `email_not_verified` `forbidden`; {@link ConcurrentChangeError}
 */
export async function findOrProvision(change: Change, request: ProvisioningRequest): Promise<ProvisionedAccount> {
	const { identity, canRegister } = request;
	const linked = await identitiesRepository.findUser(change.tx, identity);
	if (linked) return { user: linked, isNew: false };
	const address = toProviderEmail(identity);
	if (!address) throw emailMissing();
	const existing = await lockUserByEmail(change.tx, address.key);
	if (!existing) {
		if (!canRegister) throw signupClosed();
		return { user: await register(change, address, request), isNew: true };
	}
	if (!address.isVerified) throw emailNotVerified();
	if (existing.state !== "active") throw accountDisabled();
	if (existing.systemAdmin) throw administratorNotLinked();
	return { user: await claimExisting(change, existing, address, request), isNew: false };
}

/** Returns the account for a verified address that an existing account has: that account, unless it must release it. */
async function claimExisting(
	change: Change,
	existing: UserRow,
	address: ProviderEmail,
	request: ProvisioningRequest,
): Promise<UserRow> {
	const { identity, canRegister, users } = request;
	const isConfirmed = existing.emailVerifiedAtMs !== null;
	const belongsToAnotherIdentity = !isConfirmed && (await hasIdentity(change.tx, existing.id));
	if (belongsToAnotherIdentity || (await users.isUnclaimed(existing, change.tx))) {
		// This results in two accounts; the other case closes one and creates one.
		if (belongsToAnotherIdentity && !canRegister) throw signupClosed();
		await users.releaseEmail(change, existing);
		return register(change, address, request);
	}
	const { email } = address;
	// docs/decisions/012-sign-in-at-a-provider.md
	const claimant = { email, name: displayName(identity.name, email), identity };
	const user = isConfirmed ? existing : await users.takeOver(change, existing, claimant);
	await link(change, user, request);
	return user;
}

/** Registers and links an account. @throws {@link ConcurrentChangeError} when the address has been taken meanwhile */
async function register(
	change: Change,
	{ email, isVerified }: ProviderEmail,
	request: ProvisioningRequest,
): Promise<UserRow> {
	const { identity, users } = request;
	const { locale: tag } = identity;
	const locale = tag === null ? null : parseOrNull(() => parseLanguageTag(tag, "/locale"));
	const name = displayName(identity.name, email);
	const user = await users.register(change, { email, isVerified, name, locale, passwordHash: null });
	if (!user) throw new ConcurrentChangeError();
	await link(change, user, request);
	return user;
}

/** Links the identity. @throws {@link ConcurrentChangeError} when it has been linked to an account meanwhile */
async function link(change: Change, { id }: UserRow, { identity, identities }: ProvisioningRequest): Promise<void> {
	if (!(await identities.link(change, id, identity))) throw new ConcurrentChangeError();
}
