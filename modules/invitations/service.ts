import type { InvitationRow, UserRow } from "#db/schema";
import type { Store } from "#db/store";
import { type Clock, DAY_MS, rfc3339 } from "#kernel/clock";
import { Faults } from "#kernel/collect-faults";
import type { NewId } from "#kernel/ids";
import type { Call, Role } from "#kernel/principal";
import { sha256Hex } from "#kernel/secrets";
import { emailKey, parseName } from "#kernel/text";
import type { Change, Changes } from "#modules/changes";
import { emailNotVerified, invalidToken, organizationNotActive, signInFirst } from "./errors.ts";
import type { Accounts, InvitationMailer, Join, PasswordHasher } from "./ports.ts";
import { invitationsOf } from "./repository.ts";
import type { AcceptedInvitation, AcceptInvitationRequest, IssuedInvitation } from "./schemas.ts";
import { newInvitationToken, organizationOfToken } from "./token.ts";

/** An invitation can be accepted for this long. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;

/** What the invitations rest on. */
export interface InvitationsDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly changes: Changes;
	readonly accounts: Accounts;
	readonly passwords: PasswordHasher;
	readonly join: Join;
	/** Null where no mail transport is set up: then the inviter is shown the token. */
	readonly mailer: InvitationMailer | null;
	/** `PUBLIC_URL` without a final slash. */
	readonly publicUrl: string;
}

/** See {@link createInvitationsService}. */
export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Offers of membership, bound to an address and a role, accepted once. */
export function createInvitationsService(deps: InvitationsDeps) {
	const { store, clock, newId, changes, accounts, passwords, join, mailer, publicUrl } = deps;

	/** The new account's row; null when the address has an account, which is then the one that must ask. */
	async function prepareAccount(
		call: Call,
		row: InvitationRow,
		request: AcceptInvitationRequest,
	): Promise<UserRow | null> {
		const known = await accounts.findByEmail(store.db, row.emailKey);
		if (known) {
			if (call.principal.kind === "anonymous" || call.principal.id !== known.id) throw signInFirst();
			if (known.emailVerifiedAtMs === null) throw emailNotVerified();
			return null;
		}
		const [localPart = row.email] = row.email.split("@");
		const faults = new Faults();
		const name = faults.check(() => parseName(request.name ?? localPart, "/name"));
		const { password } = request;
		if (password === undefined) faults.add("/password", "required", "is required: the address has no account yet");
		else faults.check(() => passwords.assertAcceptable(password, "/password"));
		faults.throwIfAny();
		const passwordHash = await passwords.hash(password ?? "");
		return newAccount(newId("usr"), row.email, { name, passwordHash, nowMs: clock.nowMs() });
	}

	return {
		/**
		 * Invites an address within a change. A pending invitation of the same address is withdrawn: the newest alone counts.
		 * @param email as `parseEmail` gives it
		 */
		async issue(
			call: Call,
			change: Change,
			to: { orgId: string; email: string; role: Role },
		): Promise<IssuedInvitation> {
			const { orgId, email, role } = to;
			const id = newId("inv");
			const token = newInvitationToken(orgId);
			const expiresAtMs = change.nowMs + INVITATION_LIFETIME_MS;
			const invitations = invitationsOf(change.tx, orgId);
			await invitations.revokePending(emailKey(email));
			await invitations.insert({
				id,
				email,
				emailKey: emailKey(email),
				role,
				tokenHash: sha256Hex(token),
				state: "pending",
				invitedBy: call.principal.id,
				createdAtMs: change.nowMs,
				expiresAtMs,
				acceptedAtMs: null,
				acceptedBy: null,
			});
			const acceptUrl = `${publicUrl}/auth/invitations/${token}/accept`;
			await mailer?.send(change.tx, { orgId, email, role, acceptUrl, expiresAtMs });

			const shown = { id, email, role, expiresAt: rfc3339(expiresAtMs) };
			change.announce(orgId, { type: "org.invitation.created", object: shown });
			change.audit(orgId, { action: "invitation.create", category: "member", targets: [{ type: "invitation", id }] });
			return mailer ? shown : { ...shown, acceptUrl, token };
		},

		/**
		 * Makes the invited person a member. The token proves the address: a new account starts verified. An address that
		 * has an account joins only while signed in with it, so a leaked link gives nobody else's account a new membership.
		 * @throws `token_invalid` `unauthenticated` `email_not_verified` `validation_failed` `organization_suspended`
		 */
		async accept(call: Call, token: string, request: AcceptInvitationRequest): Promise<AcceptedInvitation> {
			const orgId = organizationOfToken(token);
			if (orgId === null) throw invalidToken();
			const row = await invitationsOf(store.db, orgId).findPending(sha256Hex(token), clock.nowMs());
			if (!row) throw invalidToken();
			const account = await prepareAccount(call, row, request);
			const userId = account?.id ?? call.principal.id;
			const accept = async (change: Change): Promise<AcceptedInvitation> => {
				const invitations = invitationsOf(change.tx, orgId);
				const state = await invitations.organizationState();
				if (state !== "active") throw organizationNotActive(state ?? "deleted");
				if (!(await invitations.accept(row.id, userId, change.nowMs))) throw invalidToken();
				if (account && !(await accounts.insert(change.tx, account))) throw signInFirst();
				const role = await join(change, { orgId, userId, role: row.role });
				const targets = [{ type: "invitation", id: row.id } as const, { type: "user", id: userId } as const];
				change.announce(orgId, { type: "org.invitation.accepted", object: { id: row.id, userId, role } });
				change.audit(orgId, { action: "invitation.accept", category: "member", targets });
				return { orgId, userId, role };
			};
			// Not remembered: the body holds a password, and the token works only once anyway.
			return changes.make(call, accept, { remembered: false });
		},
	};
}

function newAccount(
	id: string,
	email: string,
	{ name, passwordHash, nowMs }: { name: string; passwordHash: string; nowMs: number },
): UserRow {
	return {
		id,
		email,
		emailKey: emailKey(email),
		emailVerifiedAtMs: nowMs,
		name,
		passwordHash,
		systemAdmin: false,
		state: "active",
		locale: null,
		timezone: null,
		avatarUrl: null,
		failedLogins: 0,
		lockedUntilMs: null,
		version: 1,
		createdAtMs: nowMs,
		updatedAtMs: nowMs,
	};
}
