import type { MeetingCalendars } from "#modules/meetings/meetings";
import type { SeriesCalendars } from "#modules/meetings/series";
import { type Contribution, type Core, eachPerson } from "#platform/module";
import { facts } from "./facts.ts";
import { eraseFeedsOf } from "./repository.ts";
import { calendarFeedsRoutes } from "./routes.ts";
import { createFeedsService } from "./service.ts";

/** More feeds than an account without a confirmed address has: one in each of its organizations. */
const MOST_FEEDS = 1_000;

/** Creates the module of calendar feeds: secret addresses at which people subscribe to their meetings. */
export function createCalendarFeedsModule(
	core: Core,
	deps: { readonly calendars: MeetingCalendars; readonly seriesCalendars: SeriesCalendars },
): Contribution {
	const feeds = createFeedsService({ ...core, ...deps });
	return {
		facts,
		routes: calendarFeedsRoutes(feeds),
		replayRemoval: {
			async calendar_feed({ orgId, subjectId }) {
				if (orgId !== null) await feeds.removeAgain(orgId, subjectId);
			},
		},
		// Whoever set the account up before its owner proved the address may know the secret.
		revokeCredentials: async (tx, userId) =>
			void (await eraseFeedsOf(core.store.acrossTenants.within(tx), userId, MOST_FEEDS)),
		eraseUserData: {
			calendarFeeds: eachPerson((inPortions, { userId, orgId }) =>
				inPortions((tx, limit) => eraseFeedsOf(core.store.acrossTenants.within(tx), userId, limit, orgId)),
			),
		},
	};
}
