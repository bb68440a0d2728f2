import type { LiveSpeech, LiveSpeechEvent, SpeechStream } from "#modules/engines/speech";

const BYTES_PER_MS = 32;

/** An event, and when it came, in ms from the beginning. */
export type TimedEvent = LiveSpeechEvent & { readonly atMs: number };

/** A stream that writes down what it hears. */
export interface Listening {
	readonly stream: SpeechStream;
	readonly events: readonly TimedEvent[];
	/** Aborts it. */
	readonly aborting: AbortController;
	/** Events of one kind. */
	of<T extends LiveSpeechEvent["type"]>(type: T): readonly (Extract<LiveSpeechEvent, { type: T }> & { atMs: number })[];
	/** Texts of the finals, joined. */
	said(): string;
}

/** Opens a stream of an engine. */
export async function listenTo(engine: LiveSpeech, language: string | null = "en"): Promise<Listening> {
	const events: TimedEvent[] = [];
	const aborting = new AbortController();
	let beganMs = performance.now();
	const stream = await engine.open({
		language,
		signal: aborting.signal,
		onEvent: (event) => void events.push({ ...event, atMs: performance.now() - beganMs }),
	});
	// Loading the model is not part of what is heard.
	beganMs = performance.now();
	const of: Listening["of"] = (type) => events.filter((event) => event.type === type) as never;
	return {
		stream,
		events,
		aborting,
		of,
		said: () =>
			of("final")
				.map(({ segment }) => segment.text)
				.join(" "),
	};
}

/** Returns the samples of a WAV file of one channel at 16 kHz, as they are sent. */
export const pcmOf = async (path: string): Promise<Uint8Array> => (await Bun.file(path).bytes()).slice(44);

/** Returns so much silence. */
export const silence = (ms: number): Uint8Array => new Uint8Array(ms * BYTES_PER_MS);

/** Returns so much white noise, the same each time. @param level 0…1 */
export function noise(ms: number, level: number): Uint8Array {
	const samples = new Int16Array(ms * 16);
	for (let i = 0, state = 1; i < samples.length; i++) {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		samples[i] = (state / 2 ** 30 - 1) * 32_767 * level;
	}
	return new Uint8Array(samples.buffer);
}

/** Writes audio in pieces of 100 ms. @param speed how much faster than it is spoken; default: as fast as it is taken */
export async function sayTo(stream: SpeechStream, pcm: Uint8Array, speed = Number.POSITIVE_INFINITY): Promise<void> {
	const beganMs = performance.now();
	for (let at = 0; at < pcm.length; at += 100 * BYTES_PER_MS) {
		const aheadMs = beganMs + (at + 100 * BYTES_PER_MS) / BYTES_PER_MS / speed - performance.now();
		if (aheadMs > 0) await Bun.sleep(aheadMs);
		await stream.write(pcm.subarray(at, at + 100 * BYTES_PER_MS));
	}
}
