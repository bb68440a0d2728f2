import { foreignKey, id, instant, knownValues, oneOf, primaryKey, table, text, uniqueIndex } from "../dsl.ts";
import { organizations } from "./organizations.ts";

/** What suspends an organization: at most one block of each authority. */
export const organizationBlocks = table(
	"organization_blocks",
	{
		orgId: id().notNull(),
		id: id().notNull(),
		/** Who set it; a block is lifted only by an equal or higher authority. */
		authority: oneOf("system", "billing", "security", "owner").notNull(),
		reasonCode: text().notNull(),
		reason: text(),
		/** When it lifts itself, null for never. */
		expiresAtMs: instant(),
		/** What becomes of meetings that are running. */
		liveMeetings: oneOf("drain", "end").notNull(),
		createdBy: id().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.orgId, t.id] }),
		foreignKey({
			name: "organization_blocks_org_fk",
			columns: [t.orgId],
			foreignColumns: [organizations.id],
		}).onDelete("cascade"),
		uniqueIndex("organization_blocks_authority_unique").on(t.orgId, t.authority),
		...knownValues("organization_blocks", t),
	],
);

/** One block as stored. */
export type OrganizationBlockRow = typeof organizationBlocks.$inferSelect;
