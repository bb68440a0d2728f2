import { eq } from "drizzle-orm";
import { organizations } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import { contentId, withConfiguration } from "#platform/configuration";

/** Returns what decides about the policy of an organization; undefined when there is none. */
export const findPolicyRow = withConfiguration(
	readRow((db, { orgId }: Bound<{ orgId: string }>) =>
		db
			.select({
				orgType: organizations.orgType,
				settings: organizations.settings,
				aiPolicy: organizations.aiPolicy,
				contentId,
			})
			.from(organizations)
			.where(eq(organizations.id, orgId))
			.limit(1),
	),
);
