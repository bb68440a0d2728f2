import type { Locale } from "#kernel/languages";
import type { Logger } from "#kernel/logger";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { LogHints } from "#platform/followers";
import type { Core } from "#platform/module";
import type { createWatchedCallers } from "#platform/watched-callers";
import { tooManyStreams } from "./errors.ts";
import type { Identities, StreamFigures } from "./ports.ts";
import { readLog } from "./reader.ts";
import type { Event } from "./schemas.ts";
import { EventStream, type Pace } from "./stream.ts";
import type { EventView } from "./view.ts";

/** Streams that one caller may have at one instance. */
const MAX_PER_CALLER = 20;
/** Streams that an organization may have at one instance: each reads what is new to it. */
const MAX_PER_ORGANIZATION = 50;
/** Events read at once. */
const TAKE = 200;
const PACE: Pace = { paceMs: 50, pollMs: () => 1_000 };

export interface StreamsDeps extends Pick<Core, "store" | "retention" | "connections"> {
	readonly identities: Identities;
	readonly hints: Pick<LogHints, "subscribe">;
	readonly callers: ReturnType<typeof createWatchedCallers<Principal>>;
	readonly view: EventView;
	readonly figures: StreamFigures;
	readonly log: Pick<Logger, "warn">;
	/** Aborted when the server stops. */
	readonly draining: AbortSignal;
	/** Whether callers may have as many streams as they want. */
	readonly isUnlimited: boolean;
}

/** What a stream tells of. */
interface Subject {
	readonly orgId: string;
	/** Null: all types. */
	readonly types: readonly string[] | null;
	/** Selects the members that are shown. */
	readonly show: (event: Event) => object;
	/** The position after which it begins. */
	readonly position: number;
	/** Language of what people read. */
	readonly locale: Locale;
}

export type Streams = ReturnType<typeof createStreams>;

/** Creates the event streams of one instance. */
export function createStreams(deps: StreamsDeps) {
	const { store, retention, identities, hints, callers, view, figures, log, draining, isUnlimited, connections } = deps;
	const open = new Map<string, Set<EventStream>>();
	const counts = new Map<string, number>();
	hints.subscribe((orgIds) => {
		for (const orgId of orgIds) for (const stream of open.get(orgId) ?? []) stream.wake();
	});

	/** Counts a stream, and returns the function that takes it back. @throws `rate_limited` */
	function count({ kind, id }: Principal, orgId: string): () => void {
		const key = `${kind} ${id} ${orgId}`;
		const own = counts.get(key) ?? 0;
		if (!isUnlimited && own >= MAX_PER_CALLER) throw tooManyStreams("caller", MAX_PER_CALLER);
		if ((open.get(orgId)?.size ?? 0) >= MAX_PER_ORGANIZATION)
			throw tooManyStreams("organization", MAX_PER_ORGANIZATION);
		const giveBack = connections.take({ caller: key, orgId, meetingId: null });
		counts.set(key, own + 1);
		return () => {
			giveBack();
			const left = (counts.get(key) ?? 1) - 1;
			if (left > 0) counts.set(key, left);
			else counts.delete(key);
		};
	}

	/** Returns the caller of a stream, who is looked after for as long as it lasts. @throws the errors of the gate */
	function admit(context: RequestContext, orgId: string) {
		const { ip } = context;
		const identity = identities.identify(context.principal);
		return callers.admit(`${orgId} ${ip ?? ""} ${identity}`, async () => {
			const principal = await identities.recognize(identity, { ip });
			context.authorize?.(principal);
			await findOrganization(store.db, orgId);
			return {
				standing: principal,
				dependsOn: [[orgId, principal.id, principal.sessionId]],
				endsAtMs: identities.endOf(principal),
			};
		});
	}

	return {
		/**
		 * Opens a stream to a caller who has passed the gate.
		 * @throws `rate_limited`, and the errors of the gate
		 */
		async open(context: RequestContext, { orgId, types, show, position, locale }: Subject): Promise<EventStream> {
			const caller = await admit(context, orgId);
			const uncount = count(context.principal, orgId);
			const cutoffs = () => retention.cutoffsFor(store.db, caller.standing, orgId);
			const stream = new EventStream({
				...PACE,
				caller,
				position,
				locale,
				figures,
				log,
				draining,
				async read(after) {
					const part = await readLog(store.db, { orgId, after, types, take: TAKE });
					const events = await view(part.rows, { db: store.db, orgId, rendering: "full", cutoffs });
					const messages = events.map((event) => `id: ${event.sequence}\ndata: ${JSON.stringify(show(event))}\n\n`);
					return { text: messages.join(""), position: part.position, hasMore: part.position < part.head };
				},
				onEnd() {
					uncount();
					const others = open.get(orgId);
					others?.delete(stream);
					if (others?.size === 0) open.delete(orgId);
				},
			});
			open.set(orgId, (open.get(orgId) ?? new Set()).add(stream));
			stream.start();
			return stream;
		},
	};
}
