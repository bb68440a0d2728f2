import type { EventRow } from "#db/schema";
import type { Store } from "#db/store";
import { type EventTypes, findHead, readLog, readStart } from "#modules/outbound/event-feed";
import type { LogHints } from "#platform/followers";
import { findMeetings } from "./repository.ts";
import type { Change } from "./schemas.ts";
import { resourceOf, SCOPES } from "./values.ts";

/** Events read at once. */
const TAKE = 200;
/** A client that is further behind reads everything again, which costs less. */
const MOST_MISSED = 1_000;
/** How long streams share what was read, in ms: those of one organization look at about the same time. */
const SHARED_MS = 500;

/** What no event tells of: whoever comes back may have missed it. */
export const UNLOGGED: readonly Change[] = (["job", "export", "notification"] as const).map((resource) => ({
	resource,
	id: null,
	meetingId: null,
	progress: null,
}));
const EVERYTHING: Change = { resource: "everything", id: null, meetingId: null, progress: null };

/** Changes that follow a position. */
export interface LoggedPart {
	readonly changes: readonly Change[];
	/** The position up to which nothing is missing. */
	readonly position: number;
	readonly hasMore: boolean;
}

interface ChangeLogDeps {
	readonly store: Pick<Store, "db">;
	readonly hints: Pick<LogHints, "subscribe">;
	readonly types: () => EventTypes;
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** Creates the reader of what the logs of organizations tell, without regard to who may know of it. */
export function createChangeLog({ store, hints, types }: ChangeLogDeps) {
	/** The latest read of each organization. */
	const latest = new Map<
		string,
		{ readonly after: number; readonly atMs: number; readonly part: Promise<LoggedPart> }
	>();
	hints.subscribe((orgIds) => {
		for (const orgId of orgIds) latest.delete(orgId);
	});
	let told: readonly string[] | null = null;

	async function readNow(orgId: string, after: number): Promise<LoggedPart> {
		told ??= types().all.filter((type) => resourceOf(type) !== undefined);
		const { rows, position, head } = await readLog(store.db, { orgId, after, types: told, take: TAKE });
		const ofTranscripts = rows.flatMap(({ object }) => (hasNoMeeting(object) ? [object.transcriptId] : []));
		const meetingOf = await findMeetings(store.db, orgId, [...new Set(ofTranscripts)]);
		return { changes: rows.flatMap((row) => toChange(row, meetingOf)), position, hasMore: position < head };
	}

	return {
		/** Reads what follows a position; streams at the same one share it. @throws `gone` */
		read(orgId: string, after: number): Promise<LoggedPart> {
			const known = latest.get(orgId);
			if (known?.after === after && performance.now() - known.atMs < SHARED_MS) return known.part;
			const part = readNow(orgId, after);
			latest.set(orgId, { after, atMs: performance.now(), part });
			part.catch(() => latest.delete(orgId));
			return part;
		},

		/** Lets go of what was read for an organization to which nobody listens any more. */
		forget: (orgId: string): void => void latest.delete(orgId),

		/** Returns where a client goes on, and what it may have missed beside the log. @param after null: it begins */
		async resume(orgId: string, after: number | null): Promise<Pick<LoggedPart, "position" | "changes">> {
			const head = await findHead(store.db, orgId);
			if (after === null) return { position: head, changes: [] };
			const isKnown = after <= head && head - after <= MOST_MISSED && after >= (await readStart(store.db, orgId));
			return isKnown ? { position: after, changes: UNLOGGED } : { position: head, changes: [EVERYTHING] };
		},
	};
}

/** Whether a resource names its transcript in place of its meeting. */
const hasNoMeeting = (object: EventRow["object"]): object is { readonly transcriptId: string } =>
	typeof object.transcriptId === "string" && typeof object.meetingId !== "string";

/** Returns what an event tells of. */
function toChange({ type, object }: EventRow, meetingOf: ReadonlyMap<string, string>): Change[] {
	const resource = resourceOf(type);
	if (resource === undefined) return [];
	const change = { resource, id: textOf(object.id), progress: null };
	if (SCOPES[resource] !== undefined) return [{ ...change, meetingId: null }];
	const named = hasNoMeeting(object) ? meetingOf.get(object.transcriptId) : (object.meetingId ?? object.id);
	// Of a participant, it is the meeting that has changed.
	const meetingId = textOf(named);
	return meetingId === null ? [] : [{ ...change, ...(resource === "meeting" && { id: meetingId }), meetingId }];
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
