import { sql } from "drizzle-orm";
import { bool, id, index, instant, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import type { Role } from "./memberships.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Offers of membership sent by e-mail. The token in the mail names the organization, so look-ups stay in one tenant. */
export const invitations = table(
	"invitations",
	{
		...ofTenant(),
		email: text().notNull(),
		/** The address in the form that is compared. */
		emailKey: text().notNull(),
		role: text().$type<Role>().notNull(),
		/** SHA-256 of the mailed token, hex. */
		tokenHash: text().notNull(),
		/** Whether the token in force went to the address by mail, so that using it proves the address; false: the inviter was shown it. */
		mailed: bool().notNull().default(false),
		state: oneOf("pending", "accepted", "revoked").notNull(),
		invitedBy: id().notNull(),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
		/** Null until accepted. */
		acceptedAtMs: instant(),
		/** The user who accepted, null before. */
		acceptedBy: id(),
	},
	(t) => [
		...tenantKeys("invitations", t),
		uniqueIndex("invitations_token_unique").on(t.orgId, t.tokenHash),
		uniqueIndex("invitations_pending_unique").on(t.orgId, t.emailKey).where(sql`${t.state} = 'pending'`),
		// What a member who loses rights may no longer offer.
		index("invitations_by_inviter").on(t.orgId, t.invitedBy),
		index("invitations_by_age").on(t.orgId, t.createdAtMs, t.id),
		// Not led by orgId: who signs in at a provider is looked for in every organization.
		index("invitations_by_email").on(t.emailKey),
		...knownValues("invitations", t),
	],
);

/** One invitation as stored. */
export type InvitationRow = typeof invitations.$inferSelect;
