import { sql } from "drizzle-orm";
import { bigint, foreignKey, id, index, instant, int, table, text } from "../dsl.ts";
import { blobs } from "./blobs.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/**
 * How an organization looks in the console, on pages and in mails, one row each, whose id is made from that of the
 * organization; without one, everything is as of Parley.
 */
export const branding = table(
	"branding",
	{
		...ofTenant({ export: "branding" }),
		/** Name to be shown; null: that of the organization. */
		displayName: text(),
		/** `#rrggbb`, lower case; null: the colours of Parley. */
		color: text(),
		/** Name of the sender of its mails; null: that of the installation. */
		senderName: text(),
		/** Address that replies to its mails go to; null: they go to the installation. */
		replyTo: text(),
		/** The logo, a PNG; null without one, and so are the columns that describe it. */
		logoBlobId: id(),
		/** What its public address ends in; another one for each logo. */
		logoToken: text(),
		/** In pixels. */
		logoWidth: int(),
		logoHeight: int(),
		logoSizeBytes: bigint(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("branding", t),
		foreignKey({
			name: "branding_logo_fk",
			columns: [t.orgId, t.logoBlobId],
			foreignColumns: [blobs.orgId, blobs.id],
		}),
		index("branding_of_blob").on(t.orgId, t.logoBlobId).where(sql`${t.logoBlobId} is not null`),
	],
);

/** The branding of an organization as stored. */
export type BrandingRow = typeof branding.$inferSelect;
