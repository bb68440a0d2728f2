import { sql } from "drizzle-orm";
import { person } from "../declarations.ts";
import { bool, id, index, instant, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import type { Role } from "./memberships.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/**
 * Invitations to an organization, sent by e-mail. The mailed token names the organization, so lookups stay in one
 * tenant.
 */
export const invitations = table(
	"invitations",
	{
		...ofTenant({ export: "invitations" }),
		email: text().notNull(),
		/** The address in the form used for comparison. */
		emailKey: person(text().notNull()),
		role: text().$type<Role>().notNull(),
		/** SHA-256 of the mailed token, hex. */
		tokenHash: text().notNull(),
		/**
		 * Whether the current token was mailed to the address, so that using it proves the address; false: it was shown to
		 * the inviter.
		 */
		mailed: bool().notNull().default(false),
		/** What became of the mail with the current token; null: none, the token was shown (or it was
		 * mailed before this column existed). */
		delivery: text().$type<"queued" | "sent" | "failed">(),
		/** `requested`: the person asked for it, and nobody has decided yet; its token is in nobody's hands. */
		state: oneOf("pending", "accepted", "revoked", "requested").notNull(),
		invitedBy: person(id().notNull(), {
			keeps: "an invitation to another person; the id of who invited identifies no one any more",
			notExported: "that they sent it is in their audit log; the invitation is about another person",
		}),
		createdAtMs: instant().notNull(),
		expiresAtMs: instant().notNull(),
		/** Null until accepted. */
		acceptedAtMs: instant(),
		/** The user who accepted, null before. */
		acceptedBy: person(id()),
	},
	(t) => [
		...tenantKeys("invitations", t),
		uniqueIndex("invitations_token_unique").on(t.orgId, t.tokenHash),
		uniqueIndex("invitations_pending_unique").on(t.orgId, t.emailKey).where(sql`${t.state} = 'pending'`),
		uniqueIndex("invitations_requested_unique").on(t.orgId, t.emailKey).where(sql`${t.state} = 'requested'`),
		// To find the invitations a member may no longer offer after losing rights. Led by the member: as a small index it is
		// where Postgres would otherwise look for any invitation of an organization, of which it expects few.
		index("invitations_by_inviter").on(t.invitedBy, t.orgId, t.role).where(sql`${t.state} = 'pending'`),
		index("invitations_by_age").on(t.orgId, t.createdAtMs, t.id),
		index("invitations_by_state").on(t.orgId, t.state, t.createdAtMs, t.id),
		// Not led by orgId: a person who signs in at a provider, or is erased, is looked up in all organizations.
		index("invitations_by_email").on(t.emailKey, t.state),
		index("invitations_by_acceptor").on(t.acceptedBy).where(sql`${t.acceptedBy} is not null`),
		...knownValues("invitations", t),
	],
);

/** An invitation as stored. */
export type InvitationRow = typeof invitations.$inferSelect;
