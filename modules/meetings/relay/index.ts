export type { IceServersFor } from "./ice-servers.ts";
export type {
	DropReason,
	MediaRelay,
	OtherIceServer,
	RelayAuthority,
	RelayClaim,
	RelayFigures,
	RelayOptions,
} from "./ports.ts";
