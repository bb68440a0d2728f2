import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { SpeechTask } from "#modules/engines/speech";
import { Decoder, type DecoderShape } from "./decoder.ts";
import { logMel, MEL } from "./log-mel.ts";
import { nextToken, repeatedTail, softmax } from "./next-token.ts";
import { floatsOf, type InferenceSession, loadModel, Tensor } from "./runtime.ts";
import { loadTokens, type Tokens } from "./tokens.ts";

const Configuration = Type.Object({ decoder_layers: Type.Integer(), decoder_attention_heads: Type.Integer() });

/** More tokens than anybody says in 30 s; the context of the model has room for 448. */
const MAX_TOKENS = 224;

/** A Whisper model in memory. */
export interface Whisper {
	readonly encoder: InferenceSession;
	readonly decoder: InferenceSession;
	readonly shape: DecoderShape;
	readonly tokens: Tokens;
}

/** A token that was said. */
export interface SaidToken {
	readonly id: number;
	readonly logProbability: number;
	readonly attention: readonly Float32Array[];
}

/** What was said in up to 30 s of audio. */
export interface Said {
	/** Whisper's code of the language. */
	readonly language: string;
	/** 0…1. */
	readonly noSpeech: number;
	/** Timestamps included. */
	readonly tokens: readonly SaidToken[];
	/** Whether it came to its end by itself. */
	readonly isComplete: boolean;
	/** Whether it came to repeat itself; the repetitions are left out. */
	readonly isLoop: boolean;
}

/** Loads a model from its folder. @throws Error when a file is missing or unusable */
export async function loadWhisper(folder: string): Promise<Whisper> {
	const configuration = Value.Parse(Configuration, JSON.parse(await readFile(join(folder, "config.json"), "utf8")));
	return {
		tokens: await loadTokens(folder),
		encoder: await loadModel(join(folder, "onnx/encoder_model_quantized.onnx")),
		decoder: await loadModel(join(folder, "onnx/decoder_model_merged_quantized.onnx")),
		shape: { layers: configuration.decoder_layers, heads: configuration.decoder_attention_heads },
	};
}

/**
 * Says what is heard in up to 30 s of audio: greedily, with Whisper's rules for timestamps.
 * @param language Whisper's code; null, or one the model does not know: it finds out
 */
export async function listen(
	model: Whisper,
	samples: Float32Array,
	language: string | null,
	task: SpeechTask,
): Promise<Said> {
	const { tokens, shape } = model;
	const mel = new Tensor("float32", logMel(samples), [1, MEL.bands, MEL.frames]);
	const heard = await model.encoder.run({ input_features: mel }, ["last_hidden_state"]);
	const dims = heard.last_hidden_state?.dims ?? [];
	const audio = new Tensor("float32", floatsOf(heard, "last_hidden_state"), dims);
	const decoder = new Decoder(model.decoder, audio, shape, tokens.alignmentHeads);

	const first = softmax((await decoder.feed(tokens.startOfTranscript)).logits);
	const spoken = language !== null && tokens.languages.has(language) ? language : mostProbable(tokens.languages, first);
	await decoder.feed(tokens.languages.get(spoken) ?? 0);
	let step = await decoder.feed(tokens[task]);

	const said: SaidToken[] = [];
	const ids: number[] = [];
	const words: number[] = [];
	let isComplete = false;
	let isLoop = false;
	while (said.length < MAX_TOKENS) {
		const { token, logProbability } = nextToken(step.logits, tokens, ids);
		said.push({ id: token, logProbability, attention: step.attention });
		if (token === tokens.endOfText) {
			isComplete = true;
			break;
		}
		ids.push(token);
		// Timestamps grow in a loop as well.
		if (token < tokens.endOfText) words.push(said.length - 1);
		const repeated = repeatedTail(words.map((at) => said[at]?.id ?? 0));
		if (repeated > 0) {
			said.length = words.at(-repeated) ?? 0;
			isLoop = true;
			break;
		}
		step = await decoder.feed(token);
	}
	return { language: spoken, noSpeech: first[tokens.noSpeech] ?? 0, tokens: said, isComplete, isLoop };
}

function mostProbable(languages: ReadonlyMap<string, number>, probabilities: Float32Array): string {
	let best = "en";
	let highest = -1;
	for (const [code, id] of languages) {
		const probability = probabilities[id] ?? 0;
		if (probability <= highest) continue;
		best = code;
		highest = probability;
	}
	return best;
}
