export { type ConfiguredProvider, chooseEngine } from "./choice.ts";
export { SpeechError, type SpeechFailure } from "./errors.ts";
export { type ConfiguredLiveProvider, type ConfiguredProviders, chooseLiveEngine } from "./live-choice.ts";
export {
	type DetectorEvent,
	LIVE_PROVIDERS,
	type LiveChoice,
	type LiveOptions,
	type LiveProvider,
	type LiveRequest,
	type LiveSpeech,
	type LiveSpeechEvent,
	type SpeechDetector,
	type SpeechStream,
} from "./live-ports.ts";
export { createSpeechModule } from "./module.ts";
export {
	type EngineInfo,
	type EngineRequest,
	type HeardSegment,
	type HeardWindow,
	type HeardWord,
	isSpeechProvider,
	MAX_WINDOW_MS,
	type MissingEngine,
	type PcmAudio,
	SPEECH_PROVIDERS,
	type SpeechAdapters,
	type SpeechEngines,
	type SpeechPolicy,
	type SpeechProvider,
	type SpeechTask,
	type SpeechToText,
	type SpeechWindow,
	type TranscribeOptions,
	type VoiceActivity,
} from "./ports.ts";
export { StreamAudio } from "./stream-audio.ts";
export { UtteranceGate } from "./utterance-gate.ts";
