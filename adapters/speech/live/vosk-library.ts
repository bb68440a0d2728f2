import { type CString, dlopen, FFIType, ptr } from "bun:ffi";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const SAMPLE_RATE = 16_000;

const Result = Type.Object({
	text: Type.String(),
	result: Type.Optional(
		Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number(), conf: Type.Number() })),
	),
});
/** What Vosk heard. Times in s of all audio the recognizer was given. */
export type VoskResult = typeof Result.static;

const PartialResult = Type.Object({ partial: Type.String() });

/** Hears one utterance at a time. */
export interface Recognizer {
	/** Samples it was given since it was made. */
	readonly fedSamples: number;
	/** Hears more of the utterance. */
	accept(samples: Int16Array): void;
	/** Returns what it has heard so far. */
	partial(): string;
	/** Ends the utterance. The next one begins without memory of it. */
	final(): VoskResult;
	free(): void;
}

/** A model in memory, which all its recognizers share. */
export interface VoskModel {
	recognizer(): Recognizer;
}

const SYMBOLS = {
	vosk_set_log_level: { args: [FFIType.i32], returns: FFIType.void },
	vosk_model_new: { args: [FFIType.ptr], returns: FFIType.ptr },
	vosk_recognizer_new: { args: [FFIType.ptr, FFIType.f32], returns: FFIType.ptr },
	vosk_recognizer_free: { args: [FFIType.ptr], returns: FFIType.void },
	vosk_recognizer_set_words: { args: [FFIType.ptr, FFIType.i32], returns: FFIType.void },
	vosk_recognizer_accept_waveform_s: { args: [FFIType.ptr, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
	vosk_recognizer_final_result: { args: [FFIType.ptr], returns: FFIType.cstring },
	vosk_recognizer_partial_result: { args: [FFIType.ptr], returns: FFIType.cstring },
} as const;

/** Loads the native library and a model. Only in a process of its own: what crashes there ends it. @throws Error */
export function loadVosk(library: string, folder: string): VoskModel {
	const { symbols: vosk } = dlopen(library, SYMBOLS);
	vosk.vosk_set_log_level(-1);
	const path = Buffer.from(`${folder}\0`);
	const model = vosk.vosk_model_new(ptr(path));
	if (!model) throw new Error(`${folder} is not a Vosk model`);

	const read = (text: CString | null): unknown => JSON.parse(String(text));

	return {
		recognizer() {
			const handle = vosk.vosk_recognizer_new(model, SAMPLE_RATE);
			if (!handle) throw new Error("Vosk could not create a recognizer");
			vosk.vosk_recognizer_set_words(handle, 1);
			let fedSamples = 0;
			return {
				get fedSamples() {
					return fedSamples;
				},
				accept(samples) {
					if (samples.length === 0) return;
					// Where it finds an end itself it goes on: utterances end where our detector says.
					if (vosk.vosk_recognizer_accept_waveform_s(handle, ptr(samples), samples.length) < 0)
						throw new Error("Vosk does not accept the audio");
					fedSamples += samples.length;
				},
				partial: () => Value.Parse(PartialResult, read(vosk.vosk_recognizer_partial_result(handle))).partial,
				final: () => Value.Parse(Result, read(vosk.vosk_recognizer_final_result(handle))),
				free: () => vosk.vosk_recognizer_free(handle),
			};
		},
	};
}

/** Gives memory back to the system that the native code has freed. */
export function trimMemory(): void {
	const libc = dlopen("libc.so.6", { malloc_trim: { args: [FFIType.u64], returns: FFIType.i32 } });
	libc.symbols.malloc_trim(0);
	libc.close();
}
