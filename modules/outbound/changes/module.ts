import type { Principal } from "#kernel/principal";
import type { EventTypes, Identities, StreamFigures } from "#modules/outbound/event-feed";
import type { Contribution, Core } from "#platform/module";
import { createWatchedCallers } from "#platform/watched-callers";
import { createChangeLog } from "./log.ts";
import { changesRoutes } from "./routes.ts";
import { createChangesService, createVisibleTo } from "./service.ts";
import { createStreams } from "./streams.ts";

/** How often it is looked whether streams may go on, in ms. */
const LOOK_MS = 1_000;

interface ChangesDeps {
	readonly identities: Identities;
	/** Returns the types of events that the program announces; once all modules exist. */
	readonly types: () => EventTypes;
}

/** Creates the module that tells people what changes of what they may see: where to look again, and no content. */
export function createChangesModule(core: Core, { identities, types }: ChangesDeps): Contribution {
	const { store, sockets, logHints: hints } = core;
	const figures: StreamFigures = { open: 0, cutOff: 0 };
	const callers = createWatchedCallers<Principal>(core);
	const changes = createChangeLog({ store, hints, types });
	const visibleTo = createVisibleTo(store);
	const { draining } = sockets;
	const streams = createStreams({ ...core, hints, identities, callers, changes, visibleTo, figures, draining });
	return {
		routes: changesRoutes(createChangesService({ changes, visibleTo, streams })),
		periodicTasks: [{ everyMs: LOOK_MS, work: callers.look, failureMessage: "the check of streams of changes failed" }],
		gauges: [{ name: "parley_change_streams", help: "Open streams of changes.", read: () => figures.open }],
		counters: [
			{
				name: "parley_change_streams_cut_off_total",
				help: "Streams of changes ended because their clients took nothing for a minute.",
				read: () => figures.cutOff,
			},
		],
	};
}
