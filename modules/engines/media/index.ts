export { decoderKilled, diskFull, unreadable } from "./errors.ts";
export { createMediaModule } from "./module.ts";
export { peaks } from "./peaks.ts";
export type {
	Container,
	DecodedAudio,
	DecodeOptions,
	DecodeTask,
	EncodeTask,
	Inspected,
	Media,
	MediaDecoder,
	MediaEncoder,
	MediaInspector,
	MediaTools,
	MixedMedia,
	PlacedSound,
	ProbedMedia,
	ProbeOptions,
	SniffedMedia,
} from "./ports.ts";
export { SNIFF_BYTES, sniff } from "./sniff.ts";
