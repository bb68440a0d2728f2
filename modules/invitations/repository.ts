import { and, eq, gt, lte, or } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { type InvitationRow, invitations, type OrganizationRow, organizations } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { ErasedPerson } from "#platform/module";
import type { InvitationState } from "./schemas.ts";

/** The order of the list of invitations. */
export const newestFirst = keyset("desc", { createdAtMs: invitations.createdAtMs, id: invitations.id });

const rowsOf = tenantRows(invitations);

/** The invitations of one organization, for reading. */
export const readInvitationsOf = (db: ReadDb, orgId: string) => {
	const ofOrganization = eq(invitations.orgId, orgId);
	const rows = rowsOf(db, orgId);
	return {
		find: rows.find,

		/** Some invitations, {@link newestFirst}; `state` null: in any state. */
		list: (
			{ state, nowMs }: { readonly state: InvitationState | null; readonly nowMs: number },
			slice: Slice,
		): Promise<InvitationRow[]> => rows.list(newestFirst, slice, state === null ? undefined : isInState(state, nowMs)),

		/** The invitation behind a token while it can be accepted. */
		async findPending(tokenHash: string, nowMs: number): Promise<InvitationRow | undefined> {
			const [row] = await db
				.select()
				.from(invitations)
				.where(and(ofOrganization, eq(invitations.tokenHash, tokenHash), isPending(nowMs)))
				.limit(1);
			return row;
		},

		/** What an invitation tells of the organization; undefined when there is none. */
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

/** The invitations of one organization, within a change. */
export const invitationsOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(invitations.orgId, orgId);
	const withId = (id: string) => and(ofOrganization, eq(invitations.id, id));
	return {
		...rowsOf(tx, orgId),
		...readInvitationsOf(tx, orgId),

		/** What a person offers, perhaps in vain by now: those of which the time is over count too. */
		async listPendingBy(userId: string): Promise<InvitationRow[]> {
			return tx
				.select()
				.from(invitations)
				.where(and(ofOrganization, eq(invitations.invitedBy, userId), eq(invitations.state, "pending")));
		},

		/** Withdraws the pending invitation of an address, if there is one; answers the role it offered and until when. */
		async revokePending(emailKey: string): Promise<Pick<InvitationRow, "role" | "expiresAtMs">[]> {
			return tx
				.update(invitations)
				.set({ state: "revoked" })
				.where(and(ofOrganization, eq(invitations.emailKey, emailKey), eq(invitations.state, "pending")))
				.returning({ role: invitations.role, expiresAtMs: invitations.expiresAtMs });
		},

		/** Withdraws one that was not accepted; false when it is no longer pending. */
		async revoke(id: string): Promise<boolean> {
			const revoked = await tx
				.update(invitations)
				.set({ state: "revoked" })
				.where(and(withId(id), eq(invitations.state, "pending")))
				.returning({ id: invitations.id });
			return revoked.length === 1;
		},

		/** Gives a pending invitation a new token, and a new end; false when it is no longer pending. */
		async renew(
			id: string,
			values: Pick<InvitationRow, "tokenHash" | "mailed" | "invitedBy" | "expiresAtMs">,
		): Promise<boolean> {
			const renewed = await tx
				.update(invitations)
				.set(values)
				.where(and(withId(id), eq(invitations.state, "pending")))
				.returning({ id: invitations.id });
			return renewed.length === 1;
		},

		/** Marks it accepted; false when it no longer can be: somebody was first, it was withdrawn, or has another token by now. */
		async accept({ id, tokenHash }: InvitationRow, userId: string, nowMs: number): Promise<boolean> {
			const accepted = await tx
				.update(invitations)
				.set({ state: "accepted", acceptedBy: userId, acceptedAtMs: nowMs })
				.where(and(withId(id), eq(invitations.tokenHash, tokenHash), isPending(nowMs)))
				.returning({ id: invitations.id });
			return accepted.length === 1;
		},

		/** The state of the organization, which stays as it is until the transaction ends; undefined when there is none. */
		async lockState(): Promise<OrganizationRow["state"] | undefined> {
			const state = tx.select({ state: organizations.state }).from(organizations).where(eq(organizations.id, orgId));
			const [row] = await forUpdate(state.limit(1));
			return row?.state;
		},
	};
};

const isPending = (nowMs: number) => and(eq(invitations.state, "pending"), gt(invitations.expiresAtMs, nowMs));

/** `expired` is a pending one whose time is over. */
const isInState = (state: InvitationState, nowMs: number) =>
	state === "pending"
		? isPending(nowMs)
		: state === "expired"
			? and(eq(invitations.state, "pending"), lte(invitations.expiresAtMs, nowMs))
			: eq(invitations.state, state);

/**
 * Deletes every invitation that went to a person or was accepted by them; whom they invited stays invited.
 * @param acrossTenants a handle that the tenant guard leaves alone
 */
export async function eraseInvitee(acrossTenants: Db, { userId, emailKey }: ErasedPerson): Promise<void> {
	await acrossTenants
		.delete(invitations)
		.where(or(eq(invitations.emailKey, emailKey), eq(invitations.acceptedBy, userId)));
}
