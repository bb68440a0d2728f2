import type { EventRow } from "#db/schema";
import type { Locale } from "#kernel/languages";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { beyondLog, notForStreams, unknownTypes } from "./errors.ts";
import { readLog, readStart } from "./reader.ts";
import { eventFields, type ListEventsQuery } from "./schemas.ts";
import type { EventStream } from "./stream.ts";
import type { Streams } from "./streams.ts";
import { type EventTypes, isEventPattern } from "./types.ts";
import type { EventView } from "./view.ts";

export interface EventFeedServiceDeps extends Pick<Core, "store" | "cursors" | "retention"> {
	readonly types: () => EventTypes;
	readonly view: EventView;
	readonly streams: Streams;
}

export type EventFeedService = ReturnType<typeof createEventFeedService>;

/** Events are read in the order of their numbers. */
const inOrder = { positionOf: ({ sequence }: Pick<EventRow, "sequence">) => [sequence] };

/** Creates the service of the event feed. */
export function createEventFeedService({ store, cursors, retention, types, view, streams }: EventFeedServiceDeps) {
	/** Returns the types that a query names; null: all. @throws `invalid_request` */
	function parseTypes({ types: list }: ListEventsQuery): readonly string[] | null {
		if (list === undefined) return null;
		const patterns = list.split(",").map((pattern) => pattern.trim());
		if (!patterns.every((pattern) => isEventPattern(pattern) && types().isKnown(pattern))) throw unknownTypes();
		return types().matching(patterns);
	}

	const positionOf = ({ afterSequence }: ListEventsQuery): number | null =>
		afterSequence === undefined ? null : Number(afterSequence);

	return {
		/**
		 * Returns a page of the events of an organization, in the order in which they happened.
		 * @throws `not_found` `purged` `gone` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async list({ principal }: RequestContext, orgId: string, query: ListEventsQuery) {
			const { afterSequence = null } = query;
			const wanted = parseTypes(query);
			const binding = { list: "events", orgId, afterSequence, types: wanted };
			const request = pageRequest(cursors, query, eventFields, binding);
			await assertOrganizationExists(store.db, principal, orgId);
			const after = request.after === null ? positionOf(query) : Number(request.after[0]);
			const part = await readLog(store.db, { orgId, after, types: wanted, take: request.take });
			if (after !== null && after > part.head) throw beyondLog(part.head);
			const cutoffs = () => retention.cutoffsFor(store.db, principal, orgId);
			const shown = await view(part.rows, { db: store.db, orgId, rendering: "full", cutoffs });
			const stoppedAt = part.position < part.head ? [part.position] : null;
			return request.page(shown, inOrder, (event) => event, stoppedAt);
		},

		/**
		 * Opens a stream of the events of an organization.
		 * @param client sequence of the last event that it has, null: as the query says; and the language of its reader
		 * @throws `not_found` `purged` `gone` `invalid_request` `invalid_fields` `rate_limited`
		 */
		async stream(
			context: RequestContext,
			orgId: string,
			query: ListEventsQuery,
			{ lastEventId, locale }: { readonly lastEventId: number | null; readonly locale: Locale },
		): Promise<EventStream> {
			for (const name of ["limit", "cursor"] as const) if (query[name] !== undefined) throw notForStreams(name);
			const wanted = parseTypes(query);
			const show = eventFields.parse(query.fields);
			await assertOrganizationExists(store.db, context.principal, orgId);
			const after = lastEventId ?? positionOf(query);
			// What is wrong with the position is reported before the stream begins.
			const { head } = await readLog(store.db, { orgId, after, types: wanted, take: 1 });
			if (after !== null && after > head) throw beyondLog(head);
			const start = after ?? (await readStart(store.db, orgId));
			return streams.open(context, { orgId, types: wanted, show, position: start, locale });
		},
	};
}
