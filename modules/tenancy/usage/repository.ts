import { eq } from "drizzle-orm";
import { subscriptions } from "#db/schema";
import { type Bound, readRow } from "#db/statement";

/** Returns what of the subscription of an organization decides how its use is counted; undefined without one. */
export const findSubscribed = readRow((db, { orgId }: Bound<{ readonly orgId: string }>) =>
	db
		.select({
			state: subscriptions.state,
			anchorMs: subscriptions.anchorMs,
			timezone: subscriptions.timezone,
			price: subscriptions.price,
		})
		.from(subscriptions)
		.where(eq(subscriptions.orgId, orgId))
		.limit(1),
);
