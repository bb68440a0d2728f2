import type { OneTimeTokenRow, UserRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { withImplied } from "#kernel/scopes";
import { sha256Hex } from "#kernel/secrets";
import { emailKey, parseEmail } from "#kernel/text";
import type { Freshness } from "#modules/identity/mfa";
import type { AttemptLimits, Passwords } from "#modules/identity/passwords";
import { findUser, findUserByEmail, lockUserAndSessions, type UsersService } from "#modules/identity/users";
import type { LostRightsOfMember } from "#modules/tenancy/permissions";
import { assertMayGrant, assertMayGrantRole, ROLE_SCOPES } from "#modules/tenancy/permissions";
import { chooseLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import type { DeferredRequest, DeferredRequests } from "./deferred.ts";
import { aboveAuthority, invalidToken, peopleOnly, personNotFound, resetLinkForbidden } from "./errors.ts";
import { facts } from "./facts.ts";
import type { AccountMailer } from "./mails/content.ts";
import { issueOneTimeToken, nameIfVerified } from "./one-time-tokens.ts";
import type { OnPasswordChanged } from "./password-changed.ts";
import {
	findRole,
	listMemberships,
	type Membership,
	oneTimeTokensRepository,
	wasCreatedByInvitation,
} from "./repository.ts";
import {
	assertOneAccount,
	type PasswordReset,
	type RequestResetRequest,
	type ResetPasswordRequest,
	type ResetRequested,
} from "./schemas.ts";

export interface RecoveryDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "mailLimits"> {
	readonly passwords: Passwords;
	readonly attempts: Pick<AttemptLimits, "reset">;
	readonly freshness: Freshness;
	readonly mailer: AccountMailer | null;
	readonly deferred: DeferredRequests;
	readonly users: Pick<UsersService, "resetPassword">;
	readonly onPasswordChanged: OnPasswordChanged;
	readonly publicUrl: string;
}

/** Creates the service that resets passwords. */
export function createRecovery(deps: RecoveryDeps) {
	const { store, clock, unitOfWork, passwords, attempts, freshness } = deps;
	const { mailer, deferred, mailLimits, users, onPasswordChanged, publicUrl } = deps;

	const purpose = "reset_password";

	async function sendResetLink(
		change: Change,
		user: UserRow,
		sender: AccountMailer,
		languages: readonly string[],
		orgId: string | null = null,
	): Promise<void> {
		const { email } = user;
		const issued = await issueOneTimeToken(change, user, { purpose, email, publicUrl });
		const locale = chooseLocale([user.locale, ...languages]);
		const content = { kind: "reset_password", name: nameIfVerified(user), ...issued } as const;
		await sender.send(change, { to: email, locale, content, concern: "account", ...(orgId !== null && { orgId }) });
	}

	const recordRequest = (change: Change, orgId: string, userId: string) =>
		change.record(orgId, facts["auth.request_password_reset"], { id: userId, object: { userId } });

	/** Requests a link for an address; the response is the same for every valid one. @throws `validation_failed` `rate_limited` */
	async function forgotPassword(context: RequestContext, address: string, languages: readonly string[]): Promise<void> {
		const email = parseEmail(address, "/email");
		await mailLimits.take({ purpose: "forgot", emailKey: emailKey(email), orgId: null, ip: context.ip });
		if (mailer) await deferred.defer(context, { kind: "forgot", email, languages });
	}

	/** Reads the user whose password is to be reset, if visible to the caller. @throws `not_found` */
	async function findTarget(db: ReadDb, { orgId, system }: Principal, userId: string): Promise<UserRow> {
		const user = await findUser(db, userId);
		const isVisible = system || (orgId !== null && (await findRole(db, orgId, userId)) !== undefined);
		if (user?.state !== "active" || !isVisible) throw personNotFound();
		return user;
	}

	/**
	 * Asserts that the caller holds all rights of the account to be reset: in their organization, and for a system
	 * administrator everywhere. @throws `forbidden` `insufficient_scope`
	 */
	function assertMayReset(principal: Principal, { systemAdmin }: UserRow, memberships: readonly Membership[]): void {
		if (systemAdmin && !principal.system) throw aboveAuthority();
		if (systemAdmin) assertMayGrant(principal, ROLE_SCOPES.system_admin);
		for (const { orgId, role } of memberships)
			if (principal.system || orgId === principal.orgId) assertMayGrantRole(principal, role);
	}

	/**
	 * Starts a reset for a member on behalf of an administrator. The link is mailed to the member; without a mail transport
	 * it is shown to the administrator, who could then impersonate the member. It is therefore shown only for an account
	 * that was created for this organization and whose address is unverified. For the caller's own account that requires a
	 * fresh sign-in, like every change of credentials.
	 * @throws `not_found` `forbidden` `insufficient_scope` `rate_limited`
	 */
	async function requestForMember(context: RequestContext, userId: string): Promise<ResetRequested> {
		const { principal } = context;
		assertMayManage(principal);
		const known = await findTarget(store.db, principal, userId);
		// A link to the caller's own account replaces the current password: without this check, a borrowed session would do.
		if (mailer === null && userId === principal.id) await freshness.require(context);
		await mailLimits.take({ purpose: "reset_member", emailKey: known.emailKey, orgId: principal.orgId, ip: null });
		return unitOfWork.run(context, async (change) => {
			assertMayManage(change.principal);
			const user = await findTarget(change.tx, change.principal, userId);
			const memberships = await listMemberships(store.acrossTenants.within(change.tx), user.id);
			assertMayReset(change.principal, user, memberships);
			const isShownToCaller = mailer === null && !change.principal.system;
			if (isShownToCaller && !(await isOwnedByOrganization(change, user, memberships))) throw resetLinkForbidden();
			recordRequest(change, change.principal.orgId ?? PLATFORM, userId);
			if (mailer) {
				await sendResetLink(change, user, mailer, [], change.principal.orgId);
				return {};
			}
			const issued = await issueOneTimeToken(change, user, { purpose, email: user.email, publicUrl, mailed: false });
			return { resetUrl: issued.url, token: issued.token, expiresAt: rfc3339(issued.expiresAtMs) };
		});
	}

	/**
	 * Whether the user has joined an organization since an administrator was shown the link, which would extend its reach.
	 * See {@link revokeShownResetLinks} for other reasons that invalidate such a link.
	 */
	async function hasGainedMembership(
		{ tx }: Change,
		{ userId, mailed, createdAtMs }: OneTimeTokenRow,
	): Promise<boolean> {
		if (mailed) return false;
		const memberships = await listMemberships(store.acrossTenants.within(tx), userId);
		return memberships.some(({ joinedAtMs }) => joinedAtMs > createdAtMs);
	}

	/** Whether the account was created for the caller's organization, has no other membership and an unverified address. */
	async function isOwnedByOrganization({ tx, principal }: Change, user: UserRow, memberships: readonly Membership[]) {
		const { orgId } = principal;
		if (memberships.length !== 1 || orgId === null || user.emailVerifiedAtMs !== null) return false;
		return wasCreatedByInvitation(tx, orgId, user);
	}

	return {
		forgotPassword,

		/** Mails the link to the account of an address, if there is one. */
		async processForgotPassword(
			change: Change,
			{ email, languages }: Extract<DeferredRequest, { kind: "forgot" }>,
			sender: AccountMailer,
		) {
			const user = await findUserByEmail(change.tx, emailKey(email));
			if (user?.state !== "active") return;
			recordRequest(change, PLATFORM, user.id);
			await sendResetLink(change, user, sender, languages);
		},

		/**
		 * Requests a reset: for an address, by anybody, or for a member, by an administrator.
		 * @throws `validation_failed` `unauthenticated` `insufficient_scope` `forbidden` `not_found` `organization_suspended` `rate_limited`
		 */
		async requestReset(context: RequestContext, request: RequestResetRequest, languages: readonly string[]) {
			assertOneAccount(request);
			const { email, userId } = request;
			if (userId !== undefined) return requestForMember(context, userId);
			await forgotPassword(context, email ?? "", languages);
			return {};
		},

		/**
		 * Sets the password, ends all sessions and invalidates all other one-time tokens. A mailed token also confirms the
		 * address; if it was unconfirmed, all other credentials of the account are revoked.
		 * @throws `validation_failed` `token_invalid` `unavailable`
		 */
		async resetPassword(context: RequestContext, { token, password }: ResetPasswordRequest): Promise<PasswordReset> {
			const tokenHash = sha256Hex(token);
			const pending = await oneTimeTokensRepository.find(store.db, tokenHash, clock.nowMs());
			const owner = pending && (await findUser(store.db, pending.userId));
			if (pending?.purpose !== purpose || owner?.state !== "active") throw invalidToken();
			passwords.assertAcceptable(password, "/password", [owner.email, owner.email.split("@")[0] ?? "", owner.name]);
			const passwordHash = await passwords.hash(password, context.ip);
			const work = async (change: Change): Promise<PasswordReset> => {
				const { tx, nowMs } = change;
				const user = await lockUserAndSessions(tx, owner.id);
				const used = await oneTimeTokensRepository.consume(tx, tokenHash, nowMs);
				if (!used || user?.state !== "active" || emailKey(used.email) !== user.emailKey) throw invalidToken();
				if (await hasGainedMembership(change, used)) throw invalidToken();
				await users.resetPassword(change, user, { passwordHash, verifiesEmail: used.mailed });
				await onPasswordChanged(change, user);
				return { userId: user.id };
			};
			const done = await unitOfWork.run(context, work, { storeOutcome: "plain" });
			await attempts.reset(sha256Hex(owner.emailKey));
			return done;
		},
	};
}

/**
 * Invalidates, within the change, reset links that were shown to the organization's administrators and may have been kept:
 * those for the member, and those for everybody if the member could request them. Administrators can request new ones.
 */
export async function revokeShownResetLinks(
	{ tx }: Change,
	{ orgId, userId, previousRole }: LostRightsOfMember,
): Promise<void> {
	await oneTimeTokensRepository.removeShown(tx, orgId, userId);
	if (withImplied(ROLE_SCOPES[previousRole]).has("member:write"))
		await oneTimeTokensRepository.removeShown(tx, orgId, null);
}

/** Asserts that the caller may start a reset for somebody else: the route itself is open, for forgotten passwords. */
function assertMayManage(principal: Principal): void {
	if (principal.kind === "anonymous")
		throw new AppError("unauthenticated", "Send an access token to request a reset for another user.");
	if (!principal.scopes.has("member:write"))
		throw new AppError("insufficient_scope", "Requesting a reset for another user requires the scope member:write.", {
			meta: { required: "member:write" },
		});
	if (principal.kind === "service") throw peopleOnly();
	if (!principal.system && principal.orgState !== "active")
		throw new AppError("organization_suspended", "The organization is not active.", {
			meta: { state: principal.orgState },
		});
}
