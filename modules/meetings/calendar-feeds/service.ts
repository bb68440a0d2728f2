import type { CalendarFeedRow } from "#db/schema";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { isSignedInAs, type Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { secretAddress } from "#kernel/secret-address";
import { BACK_MS, listOwnMeetings, type MeetingCalendars, wayOfRole } from "#modules/meetings/meetings";
import type { SeriesCalendars } from "#modules/meetings/series";
import { assertSwitchedOn, isSwitchedOn } from "#modules/tenancy/features";
import { assertWritableOrganization, findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { controlIn } from "#platform/compliance";
import type { Core } from "#platform/module";
import { facts } from "./facts.ts";
import { feedsOf, findFeedAuthority, readFeedsOf } from "./repository.ts";
import { type CalendarFeed, calendarFeedFields, type IssuedCalendarFeed } from "./schemas.ts";

const secrets = secretAddress("org");

/** How far a feed looks ahead. */
const AHEAD_MS = 400 * DAY_MS;
/** Maximum number of meetings in a feed: the latest ones. */
const MAX_MEETINGS = 1_000;

export interface FeedsDeps extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "publicUrl"> {
	readonly calendars: MeetingCalendars;
	readonly seriesCalendars: SeriesCalendars;
}

export type FeedsService = ReturnType<typeof createFeedsService>;

/** Creates the service of calendar feeds: secret addresses at which people subscribe to their meetings. */
export function createFeedsService(deps: FeedsDeps) {
	const { store, clock, newId, unitOfWork, publicUrl, calendars, seriesCalendars } = deps;
	const toFeed = ({ id, createdAtMs }: CalendarFeedRow): CalendarFeed => ({ id, createdAt: rfc3339(createdAtMs) });

	return {
		/** Creates the feed of the caller in the organization of their token, in place of the one they had. @throws `forbidden` */
		async create(context: RequestContext): Promise<IssuedCalendarFeed> {
			return unitOfWork.run(context, async (change) => {
				const { orgId, userId } = personOf(change.principal);
				await assertWritableOrganization(change.tx, orgId);
				await assertSwitchedOn(change.tx, orgId, "calendarSync");
				const { secret, secretHash } = secrets.issue(orgId);
				const row = { id: newId("cal"), userId, secretHash, createdAtMs: change.nowMs };
				await feedsOf(change.tx, orgId).removeOf(userId);
				await feedsOf(change.tx, orgId).insert(row);
				change.record(orgId, facts["calendar_feed.create"], { id: row.id, object: toFeed({ orgId, ...row }) });
				return { ...toFeed({ orgId, ...row }), url: `${publicUrl.href}/calendar/${secret}.ics` };
			});
		},

		/** Returns the feed of the caller, without its address. @throws `forbidden` `not_found` `invalid_fields` */
		async get({ principal }: RequestContext, fields: string | undefined) {
			const select = calendarFeedFields.parse(fields);
			const { orgId, userId } = personOf(principal);
			const row = await readFeedsOf(store.db, orgId).findOf(userId);
			if (!row) throw feedNotFound();
			return { data: select(toFeed(row)), version: 1, variant: `${row.id} ${fields ?? ""}` };
		},

		/** Removes the feed of the caller. @throws `forbidden` `not_found` */
		async remove(context: RequestContext): Promise<void> {
			await unitOfWork.run(context, async (change) => {
				const { orgId, userId } = personOf(change.principal);
				const row = await feedsOf(change.tx, orgId).findOf(userId);
				if (!row) throw feedNotFound();
				await feedsOf(change.tx, orgId).removeOf(userId);
				change.record(orgId, facts["calendar_feed.delete"], { id: row.id, object: toFeed(row) });
			});
		},

		/** Removes a feed again whose secret address is back after the restore of a backup. */
		removeAgain: (orgId: string, feedId: string): Promise<void> =>
			unitOfWork.run(systemContext("cli:restore"), async (change) => {
				const row = await feedsOf(change.tx, orgId).remove(feedId);
				if (row) change.record(orgId, facts["calendar_feed.delete"], { id: row.id, object: toFeed(row) });
			}),

		/**
		 * Returns the calendar at a secret address, for whoever has it: the meetings of its owner, as long as they are a member
		 * of an active organization that has calendar feeds. The address works again when they are turned on again.
		 * @param file `<secret>.ics`
		 * @throws `not_found`
		 */
		async read(file: string): Promise<string> {
			const named = file.endsWith(".ics") ? secrets.read(file.slice(0, -".ics".length)) : null;
			if (named === null) throw feedNotFound();
			const { ids, secretHash } = named;
			const [orgId] = ids;
			const feed = await findFeedAuthority(store.db, { orgId, secretHash });
			if (!feed) throw feedNotFound();
			const organization = await findOrganization(store.db, orgId);
			if (!isSwitchedOn(organization, "calendarSync")) throw feedNotFound();
			const nowMs = clock.nowMs();
			const range = { fromMs: nowMs - BACK_MS, toMs: nowMs + AHEAD_MS };
			const view = { viewer: feed.userId, way: wayOfRole(feed.role) };
			const found = await listOwnMeetings(store.db, orgId, view, range, MAX_MEETINGS);
			const { rows, series } = await seriesCalendars.gather(store.db, orgId, view, found, { nowMs, ...range });
			const isThin = controlIn(organization, "thin_messages") !== null;
			return calendars.write(rows, feed.orgName, isThin, series);
		},
	};
}

/** Returns the person a token was issued to, and for which organization. @throws `forbidden` */
function personOf(principal: Principal): { readonly orgId: string; readonly userId: string } {
	const { orgId, id } = principal;
	if (orgId === null || !isSignedInAs(principal, id)) throw personRequired();
	return { orgId, userId: id };
}

/** Returns the error for a person without a calendar feed, and for an unknown address. */
const feedNotFound = () => new AppError("not_found", "There is no such calendar feed.");

/** Returns the error for a token without a person who signed in for an organization. */
const personRequired = () =>
	new AppError("forbidden", "A calendar feed belongs to a user: sign in to an organization.", {
		meta: { reason: "no_person" },
	});
