import { eq } from "drizzle-orm";
import { organizations } from "#db/schema";
import { type Bound, readRow } from "#db/statement";

/** Returns what decides about the policy of an organization; undefined when there is none. */
export const findPolicyRow = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({ orgType: organizations.orgType, settings: organizations.settings, aiPolicy: organizations.aiPolicy })
		.from(organizations)
		.where(eq(organizations.id, orgId))
		.limit(1),
);
