import type { ArtifactClass } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { once } from "#kernel/once";
import type { Principal } from "#kernel/principal";
import type { Contribution, Core } from "#platform/module";
import { deleteOldEvents } from "#platform/outbox";
import type { Fact } from "#platform/unit-of-work";
import { createWatchedCallers } from "#platform/watched-callers";
import type { Identities, StreamFigures } from "./ports.ts";
import { eventFeedRoutes } from "./routes.ts";
import { createEventFeedService } from "./service.ts";
import { createStreams } from "./streams.ts";
import { createEventTypes, type EventTypes } from "./types.ts";
import { createEventView, type EventView } from "./view.ts";

/** How often it is looked whether streams may go on, in ms. */
const LOOK_MS = 1_000;

interface EventFeedDeps {
	readonly identities: Identities;
	/** Days for which events are kept. */
	readonly eventsDays: number;
}

/** The module, and what others use of it. */
export interface EventFeedModule extends Contribution {
	/** Returns the types of events that the program announces; once all modules exist. */
	readonly types: () => EventTypes;
	/** Renders events as they are now. */
	readonly view: EventView;
}

/** Creates the module of the event feed: the log of an organization, in pages and as a stream. */
export function createEventFeedModule(core: Core, { identities, eventsDays }: EventFeedDeps): EventFeedModule {
	const { store, sockets, policies, contributions, logHints: hints } = core;
	const figures: StreamFigures = { open: 0, cutOff: 0 };
	const callers = createWatchedCallers<Principal>(core);
	const types = once(() => createEventTypes(contributions.facts.flatMap(({ event }) => event ?? [])));
	const classes = once(() => new Map(contributions.facts.flatMap(classOfEvent)));
	const view = createEventView(classes);
	const streams = createStreams({
		...core,
		identities,
		hints,
		callers,
		view,
		figures,
		draining: sockets.draining,
		isUnlimited: policies === null,
	});

	return {
		types,
		view,
		routes: eventFeedRoutes(createEventFeedService({ ...core, types, view, streams })),
		cleanups: {
			hourly: [(inPortions, nowMs) => deleteOldEvents(store, inPortions, nowMs - eventsDays * DAY_MS)],
		},
		periodicTasks: [{ everyMs: LOOK_MS, work: callers.look, failureMessage: "the check of event streams failed" }],
		gauges: [{ name: "parley_event_streams", help: "Open event streams.", read: () => figures.open }],
		counters: [
			{
				name: "parley_event_streams_cut_off_total",
				help: "Event streams ended because their clients took nothing for a minute.",
				read: () => figures.cutOff,
			},
		],
	};
}

const classOfEvent = ({ event, contentClass }: Fact): [string, ArtifactClass][] =>
	event !== null && contentClass !== null ? [[event, contentClass]] : [];
