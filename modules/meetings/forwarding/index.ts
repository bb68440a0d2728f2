export { forwardingCounters, forwardingGauges } from "./figures.ts";
export type {
	ForwardedConnection,
	ForwardedRole,
	ForwarderFigures,
	ForwarderListener,
	MediaForwarder,
	RoomRules,
	ShownLine,
} from "./ports.ts";
