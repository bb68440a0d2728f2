export { forwardingCounters, forwardingGauges } from "./figures.ts";
export type {
	ForwardedConnection,
	ForwarderFigures,
	ForwarderListener,
	MediaForwarder,
	RoomRules,
	ShownLine,
} from "./ports.ts";
