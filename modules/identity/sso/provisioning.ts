import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import type { InvitationsService, Join } from "#modules/identity/invitations";
import { sessionFacts } from "#modules/identity/sessions";
import { findUserByEmail, lockUserByEmail, type UsersService } from "#modules/identity/users";
import { EDUCATION_ROLES, isRole } from "#modules/tenancy/permissions";
import { settings } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { accountDisabled } from "./errors.ts";
import {
	ConcurrentChangeError,
	findOrProvision,
	type MembershipOffer,
	type ProviderEmail,
	type ProvisionedAccount,
	type ProvisioningRequest,
	toProviderEmail,
} from "./find-or-provision.ts";
import type { Identities } from "./identities.ts";
import type { VerifiedIdentity } from "./ports.ts";
import { identitiesRepository } from "./repository.ts";

/**
 * Returns the membership offered by the provider's claims. Null without both claims, for an unknown role (a claim cannot
 * make anybody a system administrator), and for an organization that is unknown, not active, or has no such role.
 */
async function offerFromClaims(store: Store, { orgId, role }: VerifiedIdentity): Promise<MembershipOffer | null> {
	if (orgId === null || role === null || !isRole(role)) return null;
	const organization = await identitiesRepository.findActiveOrganization(store.db, orgId);
	if (!organization) return null;
	const isSchool = settings.effective(organization).educationMode;
	return EDUCATION_ROLES.includes(role) && !isSchool ? null : { orgId, role, invitation: null };
}

/** Maximum number of attempts. Two tabs of a new user make one of them retry; more retries than this are a bug. */
const MAX_ATTEMPTS = 3;

export interface ProvisioningDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly join: Join;
	readonly invitations: Pick<InvitationsService, "redeem">;
	readonly users: ProvisioningRequest["users"] & Pick<UsersService, "confirmEmail">;
	readonly identities: Identities;
	/** Whether people of the domain of an address join an organization by it. */
	readonly admitsByDomain: (emailKey: string) => Promise<boolean>;
	/** `invite`: only for people with an invitation or a membership, by the provider's claims or by their domain. `closed`: no new accounts. */
	readonly signup: "open" | "invite" | "closed";
}

/** Account of a sign-in at the provider. */
export interface SignedInAccount {
	readonly user: UserRow;
	/** The organization named by the provider's claims, if the user is a member of it; else null. */
	readonly orgId: string | null;
}

/** Memberships offered to a person who signs in, and the organization they requested. */
interface SignInOffers {
	readonly requestedOrgId: string | null;
	/** The membership by the provider's claims. */
	readonly claimed: MembershipOffer | null;
	readonly invited: MembershipOffer[];
}

/** Creates the service that provisions accounts and memberships for identities of the provider. */
export function createProvisioning(deps: ProvisioningDeps) {
	const { store, clock, unitOfWork, join, invitations, users, identities, signup, admitsByDomain } = deps;

	/** Returns the invitations of an address; none unless it is verified. */
	async function invitationsOf(address: ProviderEmail | null): Promise<MembershipOffer[]> {
		if (!address?.isVerified) return [];
		const rows = await identitiesRepository.listInvitations(store, address.key, clock.nowMs());
		return rows.map((invitation) => ({ orgId: invitation.orgId, role: invitation.role, invitation }));
	}

	async function provision(
		context: RequestContext,
		identity: VerifiedIdentity,
		isOffered: boolean,
	): Promise<ProvisionedAccount> {
		const canRegister = signup === "open" || (signup === "invite" && isOffered);
		for (let attempt = 1; ; attempt++)
			try {
				const work = { identity, canRegister, users, identities };
				return await unitOfWork.run(context, (change) => findOrProvision(change, work), { storeOutcome: false });
			} catch (error) {
				if (!(error instanceof ConcurrentChangeError) || attempt === MAX_ATTEMPTS) throw error;
			}
	}

	/**
	 * Returns the invitations a sign-in accepts: for the requested organization, or the only one that permits a new account.
	 * All others remain pending, because any organization can send invitations and signing in is no consent to them.
	 */
	function selectInvitations(
		{ user, isNew }: ProvisionedAccount,
		address: ProviderEmail | null,
		{ requestedOrgId, claimed, invited }: SignInOffers,
	) {
		// Only invitations sent to the account's own address.
		if (user.emailVerifiedAtMs === null || user.emailKey !== address?.key) return [];
		if (requestedOrgId !== null) return invited.filter(({ orgId }) => orgId === requestedOrgId);
		const isReasonForAccount = signup === "invite" && isNew && claimed === null;
		return isReasonForAccount && invited.length === 1 ? invited : [];
	}

	const isMember = (orgId: string, user: UserRow): Promise<boolean> =>
		identitiesRepository.isMember(store.db, orgId, user.id);

	/** Makes the user a member; an offer that has become invalid in the meantime does not prevent the sign-in. */
	async function acceptOffer(
		context: RequestContext,
		user: UserRow,
		{ orgId, role, invitation }: MembershipOffer,
	): Promise<void> {
		const work = async (change: Change) => {
			if (invitation) await invitations.redeem(change, invitation, user.id);
			else if (await identitiesRepository.findActiveOrganization(change.tx, orgId))
				await join(change, { orgId, role, userId: user.id });
		};
		await unitOfWork.run(context, work, { storeOutcome: false }).catch((error: unknown) => {
			if (!(error instanceof AppError)) throw error;
		});
	}

	/** Confirms the address of an account when the provider has verified it. */
	async function confirmAddress(
		context: RequestContext,
		user: UserRow,
		address: ProviderEmail | null,
		identity: VerifiedIdentity,
	): Promise<UserRow> {
		if (user.emailVerifiedAtMs !== null || !address?.isVerified || address.key !== user.emailKey) return user;
		const confirm = async (change: Change): Promise<UserRow> => {
			const existing = await lockUserByEmail(change.tx, address.key);
			if (existing?.id !== user.id) return user;
			return (await users.confirmEmail(change, existing, { password: false, sessionId: null, identity })).user;
		};
		return unitOfWork.run(context, confirm, { storeOutcome: false });
	}

	/** Returns the account of an identity, linked or created if necessary. @throws `email_not_verified` `forbidden` */
	async function findAccount(
		context: RequestContext,
		identity: VerifiedIdentity,
		isOffered: boolean,
	): Promise<ProvisionedAccount> {
		const known = await identitiesRepository.findUser(store.db, identity);
		const account = known ? { user: known, isNew: false } : await provision(context, identity, isOffered);
		if (account.user.state !== "active") throw accountDisabled();
		return account;
	}

	/** Records a denied sign-in of an authenticated identity, with the account it concerned. */
	async function recordDenial(
		context: RequestContext,
		identity: VerifiedIdentity,
		address: ProviderEmail | null,
	): Promise<void> {
		const known = await identitiesRepository.findUser(store.db, identity);
		const affected = known ?? (address ? await findUserByEmail(store.db, address.key) : undefined);
		const denied = { id: affected?.id ?? null };
		const record = async (change: Change) => change.record(PLATFORM, sessionFacts["auth.login.denied"], denied);
		await unitOfWork.run(context, record, { storeOutcome: false });
	}

	return {
		/**
		 * Returns the account of a verified identity, created if necessary, and grants the memberships it is entitled to.
		 * @param requestedOrgId the requested organization; null: none in particular
		 * @throws `email_not_verified` `forbidden`
		 */
		async signIn(
			context: RequestContext,
			identity: VerifiedIdentity,
			requestedOrgId: string | null,
		): Promise<SignedInAccount> {
			const address = toProviderEmail(identity);
			const claimed = await offerFromClaims(store, identity);
			const invited = await invitationsOf(address);
			const isOffered =
				claimed !== null || invited.length > 0 || (address?.isVerified === true && (await admitsByDomain(address.key)));
			const account = await findAccount(context, identity, isOffered).catch(async (error: unknown) => {
				if (error instanceof AppError && error.kind === "forbidden") await recordDenial(context, identity, address);
				throw error;
			});
			const user = await confirmAddress(context, account.user, address, identity);
			const offers = selectInvitations({ ...account, user }, address, { requestedOrgId, claimed, invited });
			if (claimed && !(await isMember(claimed.orgId, user))) offers.push(claimed);
			for (const offer of offers) await acceptOffer(context, user, offer);
			const isMemberNow = claimed !== null && (await isMember(claimed.orgId, user));
			return { user, orgId: isMemberNow ? claimed.orgId : null };
		},
	};
}
