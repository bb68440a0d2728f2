export { peaks } from "./peaks.ts";
export type {
	Container,
	DecodedAudio,
	DecodeOptions,
	Media,
	ProbedMedia,
	ProbeOptions,
	SniffedMedia,
} from "./ports.ts";
export { SNIFF_BYTES, sniff } from "./sniff.ts";
