import type { Locale } from "#kernel/languages";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { EventStream, type Identities, type StreamFigures } from "#modules/outbound/event-feed";
import { findOrganization } from "#modules/tenancy/organization-records";
import { onHints } from "#platform/change-hints";
import type { Core } from "#platform/module";
import type { createWatchedCallers } from "#platform/watched-callers";
import { type ChangeLog, UNLOGGED } from "./log.ts";
import type { Change } from "./schemas.ts";

/** Time between two messages of a stream, in ms: what changes meanwhile is in the next. */
const PACE_MS = 300;
/** How often it is looked for what was not announced, in ms; and where other instances do not announce what they do. */
const POLL_MS = 15_000;
const POLL_UNHEARD_MS = 3_000;

export interface StreamsDeps extends Pick<Core, "store" | "caches" | "connections" | "bus" | "log"> {
	readonly hints: Pick<Core["logHints"], "subscribe">;
	readonly identities: Identities;
	readonly callers: ReturnType<typeof createWatchedCallers<Principal>>;
	readonly changes: ChangeLog;
	readonly visibleTo: (principal: Principal, orgId: string, changes: readonly Change[]) => Promise<readonly Change[]>;
	readonly figures: StreamFigures;
	/** Aborted when the server stops. */
	readonly draining: AbortSignal;
}

/** Whom a stream tells, and from where on. */
interface Subject {
	readonly orgId: string;
	readonly userId: string;
	readonly position: number;
	/** What is told at first. */
	readonly missed: readonly Change[];
	/** Language of what people read. */
	readonly locale: Locale;
}

/** A stream, and what it tells beside the log. */
interface Open {
	readonly userId: string;
	readonly stream: EventStream;
	readonly add: (changes: readonly Change[]) => void;
}

export type Streams = ReturnType<typeof createStreams>;

/** Creates the streams of changes of one instance. */
export function createStreams(deps: StreamsDeps) {
	const { store, caches, connections, bus, hints, identities, callers, changes, visibleTo } = deps;
	const { figures, log, draining } = deps;
	const open = new Map<string, Set<Open>>();
	const pollMs = () => (caches.isCoherent ? POLL_MS : POLL_UNHEARD_MS);
	hints.subscribe((orgIds) => {
		for (const orgId of orgIds) for (const { stream } of open.get(orgId) ?? []) stream.wake();
	});
	onHints(bus, ({ orgId, userIds, ...change }) => {
		for (const { userId, stream, add } of open.get(orgId) ?? []) {
			if (userIds !== null && !userIds.includes(userId)) continue;
			add([change]);
			stream.wake();
		}
	});

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

	/** Creates what a stream tells next: what the log has, and what was added since. */
	function createTeller({ orgId, missed }: Subject, current: () => Promise<Principal>) {
		const waiting = new Map<string, Change>();
		let unheardSinceMs = performance.now();
		const add = (more: readonly Change[]) => {
			for (const change of more) waiting.set(`${change.resource} ${change.id}`, change);
		};
		add(missed);

		async function read(after: number) {
			if (!caches.isCoherent && performance.now() - unheardSinceMs >= POLL_MS) {
				unheardSinceMs = performance.now();
				add(UNLOGGED);
			}
			const part = await changes.read(orgId, after);
			const taken = [...waiting];
			const told = [...part.changes, ...taken.map(([, change]) => change)];
			const visible = await visibleTo(await current(), orgId, told);
			for (const [key, change] of taken) if (waiting.get(key) === change) waiting.delete(key);
			const { position, hasMore } = part;
			const data = JSON.stringify({ position, changes: visible });
			return { text: visible.length === 0 ? "" : `id: ${position}\ndata: ${data}\n\n`, position, hasMore };
		}
		return { add, read };
	}

	return {
		/**
		 * Opens a stream to a caller who has passed the gate.
		 * @throws `rate_limited` `unavailable` and the errors of the gate
		 */
		async open(context: RequestContext, subject: Subject): Promise<EventStream> {
			const { orgId, userId, position, locale } = subject;
			const caller = await admit(context, orgId);
			const giveBack = connections.take({ caller: `user ${userId} ${orgId}`, orgId, meetingId: null });
			const { add, read } = createTeller(subject, () => caller.current());
			const onEnd = () => {
				giveBack();
				const others = open.get(orgId);
				others?.delete(own);
				if (others?.size !== 0) return;
				open.delete(orgId);
				changes.forget(orgId);
			};
			const pace = { paceMs: PACE_MS, pollMs };
			const stream = new EventStream({ ...pace, caller, position, locale, figures, log, draining, read, onEnd });
			const own: Open = { userId, stream, add };
			open.set(orgId, (open.get(orgId) ?? new Set()).add(own));
			stream.start();
			return stream;
		},
	};
}
