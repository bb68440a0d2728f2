import { person } from "../declarations.ts";
import { id, instant, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Effects of a suspension on running meetings: they may end within 15 minutes, or end at once. */
export const LIVE_MEETING_RULES = ["drain", "end"] as const;

/** Blocks that suspend an organization: at most one of each authority. */
export const organizationBlocks = table(
	"organization_blocks",
	{
		...ofTenant({ export: "suspensions" }),
		/** The authority that set it; a block can only be lifted by an equal or higher one. */
		authority: oneOf("system", "billing", "security", "owner").notNull(),
		reasonCode: text().notNull(),
		reason: text(),
		/** Time it ends by itself, null for never. */
		expiresAtMs: instant(),
		/** The effect on running meetings. */
		liveMeetings: oneOf(...LIVE_MEETING_RULES).notNull(),
		createdBy: person(id().notNull(), {
			keeps: "why an organization was suspended; the id of who did it identifies no one any more",
			notExported: "that they suspended the organization is in their audit log",
		}),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("organization_blocks", t),
		uniqueIndex("organization_blocks_authority_unique").on(t.orgId, t.authority),
		...knownValues("organization_blocks", t),
	],
);

/** A block as stored. */
export type OrganizationBlockRow = typeof organizationBlocks.$inferSelect;
