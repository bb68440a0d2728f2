import type { InvitationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { emailKey, parseEmail } from "#kernel/text";
import { assertOrganizationExists, lockWritableOrganization } from "#modules/tenancy/organization-records";
import { assertMayGrantRole } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { invitationNotFound, notPending } from "./errors.ts";
import { facts } from "./facts.ts";
import type { AssertMayInvite } from "./ports.ts";
import { newestFirst, readInvitationsOf } from "./repository.ts";
import { revokeInvitation } from "./revocation.ts";
import {
	type CreateInvitationRequest,
	type Invitation,
	type IssuedInvitation,
	invitationFields,
	type ListInvitationsQuery,
} from "./schemas.ts";
import type { InvitationsService } from "./service.ts";

export interface InvitationManagementDeps
	extends Pick<Core, "store" | "clock" | "unitOfWork" | "cursors" | "mailLimits"> {
	readonly invitations: InvitationsService;
	readonly assertMayInvite: AssertMayInvite;
}

export type InvitationManagement = ReturnType<typeof createInvitationManagement>;

/** Creates the service by which organizations manage their invitations. */
export function createInvitationManagement(deps: InvitationManagementDeps) {
	const { store, clock, unitOfWork, cursors, invitations, mailLimits, assertMayInvite } = deps;

	/** @throws `not_found` */
	async function find(db: ReadDb, orgId: string, id: string): Promise<InvitationRow> {
		const row = await readInvitationsOf(db, orgId).find(id);
		if (!row) throw invitationNotFound();
		return row;
	}

	/** Counts a mail to an invited address. @throws `rate_limited` */
	const count = ({ principal }: RequestContext, orgId: string, emailKey: string): Promise<void> =>
		mailLimits.take({ purpose: "invite", emailKey, orgId, ip: null, chosenBy: principal.id });

	/** Locks the organization and returns an invitation that is pending, even if expired, or requested. @throws `not_found` `purged` `state_conflict` */
	async function findPending(change: Change, orgId: string, id: string): Promise<InvitationRow> {
		await lockWritableOrganization(change.tx, orgId);
		const row = await find(change.tx, orgId, id);
		if (row.state !== "pending" && row.state !== "requested") throw notPending(row.state);
		return row;
	}

	/** Gives a pending invitation a new token, which is mailed or shown. @throws as `resend` */
	async function renew(
		change: Change,
		{ orgId, id }: { readonly orgId: string; readonly id: string },
		by: "mail" | "link",
	): Promise<IssuedInvitation> {
		const row = await findPending(change, orgId, id);
		await assertMayInvite(change, row);
		const issued = await invitations.renew(change, row, by);
		if (!issued) throw notPending("accepted");
		const { email, role, expiresAt } = issued;
		const fact = by === "mail" ? facts["invitation.resend"] : facts["invitation.show_link"];
		change.record(orgId, fact, { id, object: { id, email, role, expiresAt } });
		return issued;
	}

	return {
		/**
		 * Returns a page of invitations, newest first.
		 * @throws `not_found` `purged` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListInvitationsQuery) {
			const nowMs = clock.nowMs();
			const state = query.state ?? null;
			const request = pageRequest(cursors, query, invitationFields, { list: "invitations", orgId, state });
			await assertOrganizationExists(store.db, principal, orgId);
			const rows = await readInvitationsOf(store.db, orgId).list({ state, nowMs }, request);
			return request.page(rows, newestFirst, (row) => toInvitation(row, nowMs));
		},

		/**
		 * Invites an address. The result does not reveal whether it has an account.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` `conflict` `rate_limited`
		 */
		async create(context: RequestContext, orgId: string, request: CreateInvitationRequest): Promise<IssuedInvitation> {
			const email = parseEmail(request.email, "/email");
			const { role } = request;
			await count(context, orgId, emailKey(email));
			return unitOfWork.run(context, async (change) => {
				await assertMayInvite(change, { orgId, emailKey: emailKey(email), role });
				return invitations.issue(change, { orgId, email, role });
			});
		},

		/**
		 * Sends an invitation again with a new token; the previous one no longer works.
		 * @throws `not_found` `state_conflict` `forbidden` `insufficient_scope` `purged` `conflict` `rate_limited`
		 */
		async resend(context: RequestContext, orgId: string, id: string): Promise<IssuedInvitation> {
			await assertOrganizationExists(store.db, context.principal, orgId);
			const { emailKey } = await find(store.db, orgId, id);
			await count(context, orgId, emailKey);
			return unitOfWork.run(context, (change) => renew(change, { orgId, id }, "mail"));
		},

		/**
		 * Shows a link of an invitation to pass on, with a new token; the previous one no longer works, and a mail that waits
		 * with it is not sent. The link proves no address.
		 * @throws `not_found` `state_conflict` `forbidden` `insufficient_scope` `purged` `conflict`
		 */
		async showLink(context: RequestContext, orgId: string, id: string): Promise<IssuedInvitation> {
			await assertOrganizationExists(store.db, context.principal, orgId);
			return unitOfWork.run(context, (change) => renew(change, { orgId, id }, "link"));
		},

		/** Revokes an invitation. @throws `forbidden` `insufficient_scope` `not_found` `purged` `state_conflict` */
		async revoke(context: RequestContext, orgId: string, id: string): Promise<void> {
			await unitOfWork.run(context, async (change) => {
				const row = await findPending(change, orgId, id);
				assertMayGrantRole(change.principal, row.role);
				if (!(await revokeInvitation(change, row))) throw notPending("accepted");
			});
		},
	};
}

function toInvitation(row: InvitationRow, nowMs: number): Invitation {
	const { id, email, role, delivery, invitedBy } = row;
	const state = row.state === "pending" && row.expiresAtMs <= nowMs ? "expired" : row.state;
	return {
		id,
		email,
		role,
		state,
		delivery,
		invitedBy,
		createdAt: rfc3339(row.createdAtMs),
		expiresAt: rfc3339(row.expiresAtMs),
		acceptedAt: row.acceptedAtMs === null ? null : rfc3339(row.acceptedAtMs),
	};
}
