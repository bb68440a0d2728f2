import type { Contribution, Core } from "#platform/module";
import { createCredentials } from "./credentials.ts";
import { createIceServers, type IceServersFor } from "./ice-servers.ts";
import { createMembers } from "./members.ts";
import type { DropReason, People, RelayOptions } from "./ports.ts";

/** How often it is looked whether participants may go on, in ms. */
const LOOK_MS = 1_000;

/** The module, and what others use of it. */
export interface RelayModule extends Contribution {
	readonly iceServersFor: IceServersFor;
	/** Opens the port of the relay, if this process has one; it closes with the others. @throws AppError */
	readonly listen: () => void;
	/** Closes it. */
	readonly close: () => void;
}

/** Creates the module of what connects the browsers of a meeting that cannot reach each other. */
export function createRelayModule(core: Core, people: People, options: RelayOptions): RelayModule {
	const { clock } = core;
	const { relay, keys, forwarder } = options;
	const credentials = createCredentials({ clock, keys });
	const iceServersFor = createIceServers({ ...core, credentials }, options);
	if (relay === null) return { iceServersFor, listen: () => {}, close: () => {} };
	const { figures } = relay;
	const members = createMembers({ ...core, people });
	return {
		iceServersFor,
		listen: () =>
			relay.listen({
				...credentials,
				admit: members.admit,
				isMediaWorker: ({ meetingId }, address, port) => forwarder?.isReachedAt(meetingId, address, port) === true,
			}),
		close: () => relay.close(),
		periodicTasks: [
			{ everyMs: LOOK_MS, work: members.look, failureMessage: "the check of who may use the relay failed" },
		],
		gauges: [
			{ name: "parley_relay_connections", help: "Open connections to the relay.", read: () => figures.connections },
			{
				name: "parley_relay_allocations",
				help: "Participants' addresses at the relay.",
				read: () => figures.allocations,
			},
		],
		counters: [
			{ name: "parley_relay_packets_total", help: "Packets relayed.", read: () => figures.packets },
			{ name: "parley_relay_bytes_total", help: "Bytes of packets relayed.", read: () => figures.bytes },
			{
				name: "parley_relay_refused_total",
				help: "Requests refused, and connections closed because they spoke something else.",
				read: () => figures.refused,
			},
			{
				name: "parley_relay_dropped_total",
				help: "Packets not relayed: no such addressee, beyond a share, or a receiver too slow.",
				labelNames: ["reason"],
				read: () =>
					(Object.keys(figures.dropped) as DropReason[]).map((reason) => ({
						labels: { reason },
						value: figures.dropped[reason],
					})),
			},
		],
	};
}
