import { id, instant, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** What a suspension does to running meetings: they may end within 15 minutes, or end at once. */
export const LIVE_MEETING_RULES = ["drain", "end"] as const;

/** What suspends an organization: at most one block of each authority. */
export const organizationBlocks = table(
	"organization_blocks",
	{
		...ofTenant(),
		/** Who set it; a block is lifted only by an equal or higher authority. */
		authority: oneOf("system", "billing", "security", "owner").notNull(),
		reasonCode: text().notNull(),
		reason: text(),
		/** When it lifts itself, null for never. */
		expiresAtMs: instant(),
		/** What becomes of meetings that are running. */
		liveMeetings: oneOf(...LIVE_MEETING_RULES).notNull(),
		createdBy: id().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("organization_blocks", t),
		uniqueIndex("organization_blocks_authority_unique").on(t.orgId, t.authority),
		...knownValues("organization_blocks", t),
	],
);

/** One block as stored. */
export type OrganizationBlockRow = typeof organizationBlocks.$inferSelect;
