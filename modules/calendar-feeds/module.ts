import type { MeetingCalendars } from "#modules/meetings";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { eraseFeedsOf, feedsOf } from "./repository.ts";
import { calendarFeedsRoutes } from "./routes.ts";
import { createFeedsService } from "./service.ts";

/** More feeds than an account without a confirmed address has: one in each of its organizations. */
const MOST_FEEDS = 1_000;

/** Creates the module of calendar feeds: secret addresses at which people subscribe to their meetings. */
export const createCalendarFeedsModule = (
	core: Core,
	deps: { readonly calendars: MeetingCalendars },
): Contribution => ({
	facts,
	routes: calendarFeedsRoutes(createFeedsService({ ...core, ...deps })),
	eraseTenant: (tx, orgId, limit) => feedsOf(tx, orgId).removePortion(limit),
	// Whoever set the account up before its owner proved the address may know the secret.
	revokeCredentials: async (tx, userId) =>
		void (await eraseFeedsOf(core.store.acrossTenants.within(tx), userId, MOST_FEEDS)),
	erasePerson: (inPortions, { userId }) =>
		inPortions((tx, limit) => eraseFeedsOf(core.store.acrossTenants.within(tx), userId, limit)),
});
