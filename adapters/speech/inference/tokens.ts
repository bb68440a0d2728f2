import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const Generation = Type.Object({
	lang_to_id: Type.Record(Type.String(), Type.Integer()),
	task_to_id: Type.Record(Type.String(), Type.Integer()),
	suppress_tokens: Type.Optional(Type.Array(Type.Integer())),
	begin_suppress_tokens: Type.Optional(Type.Array(Type.Integer())),
	no_timestamps_token_id: Type.Optional(Type.Integer()),
	alignment_heads: Type.Optional(Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]))),
});
const Vocabulary = Type.Record(Type.String(), Type.Integer());

/** Ids of the multilingual vocabulary, and of the model's own settings. */
export interface Tokens {
	readonly endOfText: number;
	readonly startOfTranscript: number;
	readonly transcribe: number;
	readonly translate: number;
	readonly noSpeech: number;
	readonly noTimestamps: number;
	/** The token of 0.00 s; each next one is 20 ms later. */
	readonly firstTimestamp: number;
	/** Token of each language, by Whisper's code. */
	readonly languages: ReadonlyMap<string, number>;
	/** Never said. */
	readonly suppressed: readonly number[];
	/** Never said first. */
	readonly suppressedFirst: readonly number[];
	/** Heads of the decoder that look where a word is in the audio: layer and head. */
	readonly alignmentHeads: readonly (readonly [layer: number, head: number])[];
	/** Returns the bytes that a token stands for; none for a special token. */
	bytesOf(token: number): readonly number[];
}

/** Duration of a step of a timestamp, in ms. */
export const TIMESTAMP_STEP_MS = 20;

const END_OF_TEXT = 50_257;

/** Reads the vocabulary of a model. @throws Error when a file is missing or not Whisper's */
export async function loadTokens(folder: string): Promise<Tokens> {
	const generation = Value.Parse(
		Generation,
		JSON.parse(await readFile(join(folder, "generation_config.json"), "utf8")),
	);
	const vocabulary = Value.Parse(Vocabulary, JSON.parse(await readFile(join(folder, "vocab.json"), "utf8")));
	const texts: string[] = [];
	for (const [text, id] of Object.entries(vocabulary)) texts[id] = text;
	const bytes = byteOfCharacter();
	const noTimestamps = generation.no_timestamps_token_id ?? 50_363;
	return {
		endOfText: END_OF_TEXT,
		startOfTranscript: END_OF_TEXT + 1,
		transcribe: generation.task_to_id.transcribe ?? 50_359,
		translate: generation.task_to_id.translate ?? 50_358,
		noSpeech: noTimestamps - 1,
		noTimestamps,
		firstTimestamp: noTimestamps + 1,
		languages: new Map(Object.entries(generation.lang_to_id).map(([name, id]) => [name.slice(2, -2), id])),
		suppressed: generation.suppress_tokens ?? [],
		suppressedFirst: generation.begin_suppress_tokens ?? [],
		alignmentHeads: generation.alignment_heads ?? [],
		bytesOf: (token) =>
			token >= END_OF_TEXT ? [] : [...(texts[token] ?? "")].map((character) => bytes.get(character) ?? 0x20),
	};
}

/** Returns the byte that each character of the vocabulary stands for: printable ones themselves, the others shifted. */
function byteOfCharacter(): ReadonlyMap<string, number> {
	const isPrintable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
	const map = new Map<string, number>();
	let shifted = 256;
	for (let byte = 0; byte < 256; byte++) map.set(String.fromCharCode(isPrintable(byte) ? byte : shifted++), byte);
	return map;
}

/** Returns the text of tokens. A character cut in the middle becomes U+FFFD. */
export const textOf = (tokens: Tokens, ids: readonly number[]): string =>
	new TextDecoder().decode(Uint8Array.from(ids.flatMap((id) => tokens.bytesOf(id))));
