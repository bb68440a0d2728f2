import { and, eq, gt, lte, ne, or, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { type InvitationRow, invitations, type OrganizationRow, organizations } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { ErasedPerson } from "#platform/module";
import type { InvitationState } from "./schemas.ts";

/** Sort order of the list of invitations. */
export const newestFirst = keyset("desc", { createdAtMs: invitations.createdAtMs, id: invitations.id });

const rowsOf = tenantRows(invitations);

/** Queries on the invitations of one organization. */
export const readInvitationsOf = (db: ReadDb, orgId: string) => {
	const ofOrganization = eq(invitations.orgId, orgId);
	const rows = rowsOf(db, orgId);
	return {
		find: rows.find,

		/** Returns a slice of the invitations, {@link newestFirst}; `state` null: in any state. */
		list: (
			{ state, nowMs }: { readonly state: InvitationState | null; readonly nowMs: number },
			slice: Slice,
		): Promise<InvitationRow[]> => rows.list(newestFirst, slice, state === null ? undefined : isInState(state, nowMs)),

		/** Returns the invitation of a token while it can be accepted. */
		async findPending(tokenHash: string, nowMs: number): Promise<InvitationRow | undefined> {
			const [row] = await db
				.select({ invitation: invitations })
				.from(invitations)
				.crossJoin(organizations) // SQLite executes it in the order it is written.
				.where(
					and(
						ofOrganization,
						eq(organizations.id, invitations.orgId),
						eq(invitations.tokenHash, tokenHash),
						isPending(nowMs),
						ne(organizations.state, "deleted"),
					),
				)
				.limit(1);
			return row?.invitation;
		},

		/** Returns what the mail needs of the organization; undefined when there is none. */
		async organization(): Promise<Pick<OrganizationRow, "name" | "settings"> | undefined> {
			const [row] = await db
				.select({ name: organizations.name, settings: organizations.settings })
				.from(organizations)
				.where(eq(organizations.id, orgId))
				.limit(1);
			return row;
		},
	};
};

/** Statements on the invitations of one organization, within a change. */
export const invitationsOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(invitations.orgId, orgId);
	const withId = (id: string) => and(ofOrganization, eq(invitations.id, id));
	return {
		...rowsOf(tx, orgId),
		...readInvitationsOf(tx, orgId),

		/** Returns the pending invitations by a person, including expired ones. */
		async listPendingBy(userId: string): Promise<InvitationRow[]> {
			return tx
				.select()
				.from(invitations)
				.where(and(ofOrganization, eq(invitations.invitedBy, userId), isUnanswered));
		},

		/** Revokes the pending invitation of an address, if there is one; returns its role and expiry. */
		async revokePending(emailKey: string): Promise<Pick<InvitationRow, "role" | "expiresAtMs">[]> {
			return tx
				.update(invitations)
				.set({ state: "revoked" })
				.where(and(ofOrganization, eq(invitations.emailKey, emailKey), isUnanswered))
				.returning({ role: invitations.role, expiresAtMs: invitations.expiresAtMs });
		},

		/** Revokes an invitation; returns false when it is no longer pending. */
		async revoke(id: string): Promise<boolean> {
			const revoked = await tx
				.update(invitations)
				.set({ state: "revoked" })
				.where(and(withId(id), isUnanswered))
				.returning({ id: invitations.id });
			return revoked.length === 1;
		},

		/** Gives a pending invitation a new token and expiry; returns false when it is no longer pending. */
		async renew(
			id: string,
			values: Pick<InvitationRow, "tokenHash" | "mailed" | "invitedBy" | "expiresAtMs">,
		): Promise<boolean> {
			const renewed = await tx
				.update(invitations)
				.set(values)
				.where(and(withId(id), isUnanswered))
				.returning({ id: invitations.id });
			return renewed.length === 1;
		},

		/** Accepts an invitation; returns false when it was accepted, revoked or given another token in the meantime. */
		async accept({ id, tokenHash }: InvitationRow, userId: string, nowMs: number): Promise<boolean> {
			const accepted = await tx
				.update(invitations)
				.set({ state: "accepted", acceptedBy: userId, acceptedAtMs: nowMs })
				.where(and(withId(id), eq(invitations.tokenHash, tokenHash), isPending(nowMs)))
				.returning({ id: invitations.id });
			return accepted.length === 1;
		},

		/** Returns the state of the organization, locked until the transaction ends; undefined when there is none. */
		async lockState(): Promise<OrganizationRow["state"] | undefined> {
			const state = tx.select({ state: organizations.state }).from(organizations).where(eq(organizations.id, orgId));
			const [row] = await forUpdate(state.limit(1));
			return row?.state;
		},
	};
};

/** A literal, as in the partial indexes: the engines do not use those for a parameter. */
const isUnanswered = sql`${invitations.state} = 'pending'`;

const isPending = (nowMs: number) => and(isUnanswered, gt(invitations.expiresAtMs, nowMs));

/** `expired` means pending past its expiry. */
const isInState = (state: InvitationState, nowMs: number) =>
	state === "pending"
		? isPending(nowMs)
		: state === "expired"
			? and(isUnanswered, lte(invitations.expiresAtMs, nowMs))
			: eq(invitations.state, state);

/**
 * Deletes every invitation to a person or accepted by them; their invitations to others stay.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseInvitee(acrossTenants: Db, { userId, emailKey }: ErasedPerson): Promise<void> {
	await acrossTenants
		.delete(invitations)
		.where(or(eq(invitations.emailKey, emailKey), eq(invitations.acceptedBy, userId)));
}
