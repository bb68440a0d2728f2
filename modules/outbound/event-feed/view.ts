import type { ArtifactClass, EventRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { type Cutoffs, classOf } from "#platform/artifacts";
import { findMeetingKinds } from "./repository.ts";
import type { Event } from "./schemas.ts";

/** How much of an event is shown: all of it, or only ids in place of the resource. */
export type Rendering = "full" | "thin";

/** Options of {@link EventView}. */
interface ViewOptions {
	readonly db: ReadDb;
	readonly orgId: string;
	readonly rendering: Rendering;
	/** Returns when the retention periods of the organization began; not called if no event depends on them. */
	readonly cutoffs: () => Cutoffs | Promise<Cutoffs>;
}

/** Returns events of one organization as they are now: of what has expired, only ids. */
export type EventView = (rows: readonly EventRow[], options: ViewOptions) => Promise<Event[]>;

/** Creates the view of events. @param classes class of the content that an event tells of, by its type */
export function createEventView(classes: () => ReadonlyMap<string, ArtifactClass>): EventView {
	/** Returns which of these events tell of something that has expired. */
	async function findExpired(rows: readonly EventRow[], { db, orgId, cutoffs }: ViewOptions): Promise<Set<EventRow>> {
		const retained = rows.filter(({ type }) => classes().has(type));
		if (retained.length === 0) return new Set();
		const ends = await cutoffs();
		const isOver = (row: EventRow, own: ArtifactClass) => row.occurredAtMs <= ends[own];
		// What it depends on is read for events that are old enough only; content is never older than the event that tells of it.
		const old = retained.filter((row) => isOver(row, "examData") || isOver(row, ownClass(row)));
		if (old.length === 0) return new Set();
		const kinds = await findMeetingKinds(db, orgId, [...new Set(old.flatMap((row) => meetingOf(row) ?? []))]);
		return new Set(old.filter((row) => isOver(row, classOf(ownClass(row), kinds.get(meetingOf(row) ?? "")))));
	}

	const ownClass = ({ type }: EventRow): ArtifactClass => classes().get(type) ?? "recordings";

	return async (rows, options) => {
		const { rendering } = options;
		const expired = rendering === "full" ? await findExpired(rows, options) : null;
		return rows.map((row) => toEvent(row, expired === null || expired.has(row) ? "thin" : "full"));
	};
}

const meetingOf = ({ object }: EventRow): string | undefined =>
	typeof object.meetingId === "string" ? object.meetingId : undefined;

function toEvent(row: EventRow, rendering: Rendering): Event {
	const { id, type, apiVersion, orgId, sequence, requestId, actor, object, changes } = row;
	const data = rendering === "thin" ? { object: idsOf(object) } : { object, ...(changes && { changes }) };
	return {
		id,
		type,
		apiVersion,
		timestamp: rfc3339(row.occurredAtMs),
		orgId,
		sequence,
		requestId,
		actor,
		data,
	};
}

/** Returns the ids among the members of a resource. */
const idsOf = (object: EventRow["object"]): EventRow["object"] =>
	Object.fromEntries(Object.entries(object).filter(([name]) => name === "id" || name.endsWith("Id")));
