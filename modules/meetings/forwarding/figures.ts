import type { Contribution } from "#platform/module";
import type { ForwarderFigures, MediaForwarder } from "./ports.ts";

/** Returns the gauges of the media worker. */
export const forwardingGauges = (forwarder: MediaForwarder): NonNullable<Contribution["gauges"]> => [
	{
		name: "parley_media_worker_up",
		help: "Whether the media worker runs.",
		read: () => (forwarder.isAlive ? 1 : 0),
	},
	{
		name: "parley_media_worker_connections",
		help: "Established connections of participants to the media worker.",
		read: () => forwarder.figures.connected,
	},
	{
		name: "parley_media_worker_lag_seconds",
		help: "Longest delay of the media worker in the last second.",
		read: () => forwarder.figures.lagMs / 1_000,
	},
];

/** Returns the counters of the media worker. */
export const forwardingCounters = ({ figures }: MediaForwarder): NonNullable<Contribution["counters"]> => [
	{
		name: "parley_media_worker_packets_total",
		help: "Packets of sound and pictures received and sent by the media worker.",
		labelNames: ["direction"],
		read: () => [
			{ labels: { direction: "in" }, value: figures.packetsIn },
			{ labels: { direction: "out" }, value: figures.packetsOut },
		],
	},
	{
		name: "parley_media_worker_dropped_total",
		help: "Packets that the media worker did not forward: too late, more than one person may send, or refused by the network.",
		labelNames: ["reason"],
		read: () =>
			(Object.keys(figures.dropped) as (keyof ForwarderFigures["dropped"])[]).map((reason) => ({
				labels: { reason },
				value: figures.dropped[reason],
			})),
	},
	{
		name: "parley_media_worker_failures_total",
		help: "Unexpected ends of the media worker.",
		read: () => figures.failures,
	},
];
