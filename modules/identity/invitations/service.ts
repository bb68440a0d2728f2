import type { InvitationRow, UserRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { FieldErrors } from "#kernel/field-errors";
import type { Selection } from "#kernel/field-mask";
import { lacksSignIn, ownSession, type Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { emailKey, parseName } from "#kernel/text";
import { findUser, findUserByEmail, type NewUser, type UsersService } from "#modules/identity/users";
import { findBrand } from "#modules/tenancy/branding";
import { assertMayGrantRole, type Role } from "#modules/tenancy/permissions";
import { decided } from "#platform/configuration";
import { chooseLocale, type Mailer } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { invalidToken, organizationNotActive, signInRequired } from "./errors.ts";
import { facts } from "./facts.ts";
import type { InvitationMail } from "./mails.ts";
import { invitationAccepted, invitationsReplaced } from "./moments.ts";
import type { AssertSeat, Join, PasswordHasher } from "./ports.ts";
import { invitationsOf, readInvitationsOf } from "./repository.ts";
import { createInvitationRequests } from "./requests.ts";
import type { InvitationRevocation } from "./revocation.ts";
import {
	type AcceptedInvitation,
	type AcceptInvitationRequest,
	type IssuedInvitation,
	type ReceivedInvitation,
	receivedInvitationFields,
} from "./schemas.ts";
import { INVITATION_LIFETIME_MS, newInvitationToken, organizationOfToken } from "./token.ts";

export interface InvitationsDeps extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork"> {
	readonly users: Pick<UsersService, "createInvited" | "isUnclaimed" | "releaseIfUnclaimed" | "confirmEmailByLink">;
	readonly passwords: PasswordHasher;
	readonly join: Join;
	readonly assertSeat: AssertSeat;
	readonly revocation: Pick<InvitationRevocation, "isRevoked">;
	/** null without a mail transport: the token is then returned to the inviter. */
	readonly mailer: Mailer<InvitationMail> | null;
	/** `PUBLIC_URL` without a final slash. */
	readonly publicUrl: string;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Creates the service for invitations, each of which is bound to an address and a role and is accepted once. */
export function createInvitationsService(deps: InvitationsDeps) {
	const { store, clock, newId, unitOfWork, users, passwords, join, assertSeat, revocation, mailer, publicUrl } = deps;

	/** Returns the page on which an invitation is accepted. The token is in the fragment, so it reaches no server or log. */
	const pageOf = (token: string): string => `${publicUrl}/console/invitation#${token}`;

	/**
	 * Prepares the new account; null when the caller owns the account of the address.
	 * @throws `unauthenticated` `validation_failed`
	 */
	async function prepareAccount(
		context: RequestContext,
		row: InvitationRow,
		request: AcceptInvitationRequest,
	): Promise<NewUser | null> {
		const known = await findUserByEmail(store.db, row.emailKey);
		if (known && isCaller(context.principal, known)) return null;
		if (known && !(await users.isUnclaimed(known))) throw signInRequired();
		const [localPart = row.email] = row.email.split("@");
		const fieldErrors = new FieldErrors();
		const name = fieldErrors.check(() => parseName(request.name ?? localPart, "/name"));
		const { password } = request;
		if (password === undefined) fieldErrors.add("/password", "required", "is required: the address has no account yet");
		else fieldErrors.check(() => passwords.assertAcceptable(password, "/password", [row.email, localPart, name ?? ""]));
		fieldErrors.throwIfAny();
		const passwordHash = await passwords.hash(password ?? "", context.ip);
		// A token returned to somebody else proves nothing; the command line belongs to a system administrator.
		const isVerified = row.mailed || context.principal.kind === "system";
		return { email: row.email, isVerified, name, passwordHash };
	}

	/**
	 * Returns the user who joins: the caller, whose address is verified by a mailed token, or a new account, for which an
	 * unclaimed one with the address is removed.
	 * @throws `unauthenticated`
	 */
	async function resolveUser(change: Change, row: InvitationRow, account: NewUser | null): Promise<string> {
		const { tx, principal } = change;
		if (account) {
			await users.releaseIfUnclaimed(change, row.emailKey);
			const user = await users.createInvited(change, account);
			if (!user) throw signInRequired();
			return user.id;
		}
		const known = await findUserByEmail(tx, row.emailKey);
		if (!known || !isCaller(principal, known)) throw signInRequired();
		// A token of the provider has no session of ours; the provider states whose address it is at each sign-in.
		if (row.mailed && ownSession(principal, known.id) !== null) await users.confirmEmailByLink(change, known);
		return known.id;
	}

	/**
	 * Delivers the token of an invitation by mail, or returns it to the inviter: where no mail is sent, or `delivery` of the
	 * row is null. Runs the same statements for known and unknown addresses.
	 */
	async function deliver(change: Change, row: InvitationRow, token: string): Promise<IssuedInvitation> {
		const { orgId, id, email, role, delivery } = row;
		const issued = { id, email, role, expiresAt: rfc3339(row.expiresAtMs), delivery };
		if (!mailer || delivery === null) return { ...issued, acceptUrl: pageOf(token), token };
		const [organization, invited, inviter] = [
			await invitationsOf(change.tx, orgId).organization(),
			await findUserByEmail(change.tx, row.emailKey),
			await findUser(change.tx, row.invitedBy),
		];
		const language = organization && decided("settings", organization).defaultLanguage;
		await mailer.send(change, {
			to: email,
			orgId,
			concern: "organization",
			subject: { orgId, id, version: row.tokenHash },
			locale: chooseLocale([invited?.locale, typeof language === "string" ? language : null, inviter?.locale]),
			content: {
				kind: "invitation",
				organization: organization?.name ?? "",
				inviter: shownName(inviter),
				url: pageOf(token),
				validForMs: row.expiresAtMs - change.nowMs,
			},
		});
		return issued;
	}

	/** Returns the invitation of a token; within a change, `db` is its transaction. @throws `token_invalid` */
	async function find(token: string, db: ReadDb = store.db): Promise<InvitationRow> {
		const orgId = organizationOfToken(token);
		if (orgId === null) throw invalidToken();
		const row = await readInvitationsOf(db, orgId).findPending(sha256Hex(token), clock.nowMs());
		if (!row) throw invalidToken();
		return row;
	}

	/**
	 * Accepts an invitation for a user within a change, and returns their role.
	 * @throws `token_invalid` `organization_suspended` `quota_exceeded`
	 */
	async function redeem(change: Change, row: InvitationRow, userId: string): Promise<Role> {
		const { orgId, id } = row;
		const invitations = invitationsOf(change.tx, orgId);
		const state = await invitations.lockState();
		if (state !== "active") throw organizationNotActive(state ?? "deleted");
		if (await revocation.isRevoked(change.tx, row)) throw invalidToken();
		await assertSeat(change, orgId, userId);
		if (!(await invitations.accept(row, userId, change.nowMs))) throw invalidToken();
		const role = await join(change, { orgId, userId, role: row.role });
		await change.reach(invitationAccepted, { orgId, invitationId: id, userId });
		change.record(orgId, facts["invitation.accept"], {
			id,
			object: { id, userId, role },
			otherTargets: [{ type: "user", id: userId }],
		});
		return role;
	}

	return {
		...createInvitationRequests(deps),
		checkPassword: passwords.check,
		find,
		redeem,

		/**
		 * Returns what a person sees of an invitation before they accept it. It does not say whether the address has an
		 * account.
		 * @throws `token_invalid` `invalid_fields`
		 */
		async preview(
			token: string,
			fields: string | undefined,
		): Promise<ReceivedInvitation | Selection<ReceivedInvitation>> {
			const show = receivedInvitationFields.parse(fields);
			const row = await find(token);
			const { orgId, email, role } = row;
			const organization = await readInvitationsOf(store.db, orgId).organization();
			const { name, branding } = await findBrand(store.db, { id: orgId, name: organization?.name ?? "" }, publicUrl);
			const inviter = await findUser(store.db, row.invitedBy);
			return show({
				organization: name,
				branding,
				email,
				role,
				invitedBy: shownName(inviter),
				expiresAt: rfc3339(row.expiresAtMs),
			});
		},

		/**
		 * Invites an address within a change. A pending invitation to the same address is revoked.
		 * @param to `email` as returned by `parseEmail`
		 * @throws `forbidden` `insufficient_scope` when the caller cannot revoke that one
		 */
		async issue(change: Change, to: { orgId: string; email: string; role: Role }): Promise<IssuedInvitation> {
			const { orgId, email, role } = to;
			const token = newInvitationToken(orgId);
			const row: InvitationRow = {
				orgId,
				id: newId("inv"),
				email,
				emailKey: emailKey(email),
				role,
				tokenHash: sha256Hex(token),
				mailed: mailer !== null,
				delivery: mailer && "queued",
				state: "pending",
				invitedBy: change.principal.id,
				createdAtMs: change.nowMs,
				expiresAtMs: change.nowMs + INVITATION_LIFETIME_MS,
				acceptedAtMs: null,
				acceptedBy: null,
			};
			const invitations = invitationsOf(change.tx, orgId);
			// Replacing an open invitation means revoking it.
			const revoked = await invitations.revokePending(row.emailKey);
			const replaced = revoked.filter(({ expiresAtMs }) => expiresAtMs > change.nowMs);
			for (const open of replaced) assertMayGrantRole(change.principal, open.role);
			await invitations.insert(row);
			if (replaced.length > 0)
				await change.reach(invitationsReplaced, { orgId, from: replaced.map(({ id }) => id), to: row.id });
			const object = { id: row.id, email, role, expiresAt: rfc3339(row.expiresAtMs) };
			change.record(orgId, facts["invitation.create"], { id: row.id, object });
			return deliver(change, row, token);
		},

		/**
		 * Gives a pending invitation, even an expired one, a new token and expiry; undefined when it is not pending. The caller
		 * becomes the inviter, since the token may be returned to them.
		 * @param by `link` returns it to them in any case
		 */
		async renew(change: Change, row: InvitationRow, by: "mail" | "link"): Promise<IssuedInvitation | undefined> {
			const token = newInvitationToken(row.orgId);
			const isMailed = mailer !== null && by === "mail";
			const renewed = {
				tokenHash: sha256Hex(token),
				mailed: isMailed,
				delivery: isMailed ? ("queued" as const) : null,
				invitedBy: change.principal.id,
				expiresAtMs: change.nowMs + INVITATION_LIFETIME_MS,
			};
			if (!(await invitationsOf(change.tx, row.orgId).renew(row.id, renewed))) return undefined;
			return deliver(change, { ...row, ...renewed }, token);
		},

		/**
		 * Adds the invited person to the organization. The address becomes verified only if the token was mailed to it. The
		 * owner of an existing account must be signed in, so that a leaked link adds nobody else's account; but an account
		 * with an unverified address and no membership does not keep the invited person out.
		 * @throws `token_invalid` `unauthenticated` `validation_failed` `organization_suspended`
		 */
		async accept(
			context: RequestContext,
			token: string,
			request: AcceptInvitationRequest,
		): Promise<AcceptedInvitation> {
			// An invitation that was accepted is gone, but not for who sends the same request again.
			return unitOfWork.once(context, async () => {
				const row = await find(token);
				const account = await prepareAccount(context, row, request);
				const work = async (change: Change): Promise<AcceptedInvitation> => {
					const userId = await resolveUser(change, row, account);
					const role = await redeem(change, row, userId);
					return { orgId: row.orgId, userId, role };
				};
				const locksOrganization = context.principal.orgId === row.orgId;
				return unitOfWork.run(context, work, { storeOutcome: "plain", locksOrganization });
			});
		},
	};
}

/** Returns the name of who invited; null while nobody verified their address: it may be a message of a stranger. */
const shownName = (inviter: UserRow | undefined): string | null =>
	inviter?.emailVerifiedAtMs == null ? null : inviter.name;

/** Whether the caller owns the account, signed in here or at the provider. */
const isCaller = (principal: Principal, { id }: UserRow): boolean =>
	(principal.kind === "user" || principal.kind === "external") && principal.id === id && !lacksSignIn(principal);
