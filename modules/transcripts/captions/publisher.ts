import type { EngineName } from "#db/schema";
import type { HeardSegment, LiveSpeechEvent, SpeechStream } from "#modules/engines/speech";
import type { Redaction } from "#modules/governance/redaction";
import { partialFrame } from "./frames.ts";
import type { Publisher, PublisherEvent } from "./ports.ts";
import type { Entry, OpenTrack, Outcome } from "./storage.ts";
import { Timeline } from "./timeline.ts";

/** Bytes of one ms of audio: 16 samples of 16 bits. */
const BYTES_PER_MS = 32;
/** Shortest time between two partials of a track, in ms. */
const PARTIAL_EVERY_MS = 200;
/** How often it is stored that nobody speaks, in ms of audio. */
const SILENCE_STORED_MS = 10_000;
/** Time an engine has to hear what is left when a track ends, in ms. */
const FINISH_MS = 8_000;
/** Utterances whose revision may still come. */
const MAX_UTTERANCES = 32;

export interface PublisherDeps {
	readonly newSegmentId: () => string;
	readonly track: OpenTrack;
	/** The speaker of its earlier segments; null before the first. */
	readonly speakerId: string | null;
	readonly transcriptId: () => string | null;
	/** Where its stored audio ends, in ms of its audio. */
	readonly heardMs: number;
	/** Where its last segment ends, in ms of the session. */
	readonly endMs: number;
	readonly engine: EngineName;
	readonly interim: boolean;
	/** BCP 47; null: the engine finds out. */
	readonly language: string | null;
	/** Returns the time of the session, in ms; it never goes back. */
	readonly nowMs: () => number;
	readonly lastSeq: () => number;
	/** Returns how what is said is shown now. */
	readonly redaction: () => Redaction;
	readonly append: (entry: Entry) => Promise<Outcome>;
	readonly announcePartial: (frame: string) => void;
	readonly onEvent: (event: PublisherEvent) => void;
	/** Returns why the track may no longer be published; called when another publisher has taken it over. */
	readonly whyFenced: () => Promise<Extract<PublisherEvent, { type: "error" }>>;
	/** Called once, when it has ended. */
	readonly onEnded: () => void;
}

/** What is known of an utterance. */
interface Utterance {
	readonly segmentId: string;
	/** Time of the session at which the stream began, as of the start of the utterance. */
	readonly shiftMs: number;
}

const UNAVAILABLE = { type: "error", code: "unavailable", retryable: true } as const;

/** One connection's audio on its way to segments of a transcript. */
export class TrackPublisher implements Publisher {
	readonly #deps: PublisherDeps;
	readonly #timeline = new Timeline();
	readonly #utterances = new Map<number, Utterance>();
	#stream: SpeechStream | null = null;
	/** Audio that has arrived, in ms, and how much of it the engine was given. */
	#streamMs = 0;
	#givenMs = 0;
	/** Resolves when the engine was given what has arrived: it may be behind. */
	#given: Promise<void> = Promise.resolve();
	/** Whether what was not given to the engine is dropped. */
	#isLeft = false;
	#endMs: number;
	#heardMs: number;
	#state: "open" | "stopping" | "ended" = "open";
	#partialAtMs = Number.NEGATIVE_INFINITY;
	/** Resolves when what was given to the log is stored. */
	#stored: Promise<unknown> = Promise.resolve();
	#stopped: Promise<void> | null = null;

	constructor(deps: PublisherDeps) {
		this.#deps = deps;
		this.#heardMs = deps.heardMs;
		this.#endMs = deps.endMs;
	}

	/** Gives it the stream of an engine, whose events go to {@link hear}. */
	begin(stream: SpeechStream): void {
		this.#stream = stream;
	}

	/** The track it publishes. */
	get track(): OpenTrack {
		return this.#deps.track;
	}

	/** The engine that hears it. */
	get engine(): EngineName {
		return this.#deps.engine;
	}

	/** BCP 47; null: the engine finds out. */
	get language(): string | null {
		return this.#deps.language;
	}

	get heardMs(): number {
		return this.#heardMs;
	}

	write(pcm: Uint8Array, waitedMs = 0): Promise<void> {
		if (this.#state !== "open") return Promise.resolve();
		const ms = pcm.length / BYTES_PER_MS;
		this.#streamMs += ms;
		this.#timeline.arrive(this.#streamMs, this.#deps.nowMs() - waitedMs);
		this.#given = this.#given.then(async () => {
			if (this.#isLeft || this.#state === "ended") return;
			this.#givenMs += ms;
			await this.#stream?.write(pcm);
		});
		return this.#given;
	}

	async finalize(): Promise<void> {
		await this.#given;
		if (this.#state === "open") await this.#stream?.finalize();
	}

	stop(): Promise<void> {
		this.#stopped ??= this.#finish();
		return this.#stopped;
	}

	leave(): Promise<void> {
		this.#isLeft = true;
		return this.stop();
	}

	abort(): void {
		if (this.#state === "ended") return;
		this.#stream?.abort();
		void this.#end({ kind: "release", track: this.track, heardMs: null });
	}

	/** Ends it and tells why. */
	fail(event: Extract<PublisherEvent, { type: "error" }>): void {
		if (this.#state === "ended") return;
		this.#deps.onEvent(event);
		this.abort();
	}

	/** Ends it once all that it was given is stored, and then tells why. */
	async finish(event: Extract<PublisherEvent, { type: "error" }>): Promise<void> {
		if (this.#state !== "open") return;
		await this.stop();
		this.#deps.onEvent(event);
	}

	/** Takes what the engine has heard. */
	hear(event: LiveSpeechEvent): void {
		if (this.#state === "ended") return;
		if (event.type === "partial") this.#announce(event);
		if (event.type === "final") this.#store(event);
		if (event.type === "heard") this.#silence(event.heardMs);
		if (event.type === "revision") this.#revise(event.utterance, event.segment);
		if (event.type === "error")
			this.fail({ ...UNAVAILABLE, retryable: event.error.isRetryable, message: event.error.text });
	}

	async #finish(): Promise<void> {
		if (this.#state !== "open") return;
		this.#state = "stopping";
		await this.#given.catch(() => undefined);
		const isHeard = await Promise.race([
			(this.#stream?.finish() ?? Promise.resolve()).then(() => true),
			Bun.sleep(FINISH_MS).then(() => false),
		]);
		if (!isHeard) this.#stream?.abort();
		await this.#stored;
		const heardMs = isHeard ? this.#deps.heardMs + Math.floor(this.#givenMs) : null;
		await this.#end({ kind: "release", track: this.track, heardMs });
	}

	async #end(release: Entry): Promise<void> {
		if (this.#state === "ended") return;
		this.#state = "ended";
		// Whoever closes the session waits for a track in vain that could not be released, but not for long.
		await this.#deps.append(release).catch(() => undefined);
		this.#deps.onEnded();
	}

	#utterance(id: number, startMs: number): Utterance {
		const known = this.#utterances.get(id);
		if (known) return known;
		const begun = { segmentId: this.#deps.newSegmentId(), shiftMs: this.#shiftAt(startMs) };
		this.#utterances.set(id, begun);
		for (const oldest of this.#utterances.keys())
			if (this.#utterances.size > MAX_UTTERANCES) this.#utterances.delete(oldest);
		return begun;
	}

	/** Returns what makes times of the stream times of the session; nothing starts before the last segment has ended. */
	#shiftAt(startMs: number): number {
		return Math.max(this.#timeline.timeOf(startMs), this.#endMs) - startMs;
	}

	#announce({ utterance, startMs, text }: Extract<LiveSpeechEvent, { type: "partial" }>): void {
		const { interim, track, speakerId } = this.#deps;
		const { segmentId, shiftMs } = this.#utterance(utterance, startMs);
		const nowMs = performance.now();
		if (!interim || nowMs - this.#partialAtMs < PARTIAL_EVERY_MS) return;
		this.#partialAtMs = nowMs;
		const segment = {
			id: segmentId,
			transcriptId: this.#deps.transcriptId(),
			speaker: { id: speakerId, participantId: track.participantId, label: track.name },
			startMs: Math.round(startMs + shiftMs),
			endMs: Math.round(Math.max(startMs, this.#givenMs) + shiftMs),
			text,
			language: this.#deps.language ?? "und",
			source: "stt",
		} as const;
		this.#deps.announcePartial(partialFrame(this.#deps.lastSeq(), segment, this.#deps.redaction()));
	}

	#store({ utterance, segment, heardMs, language }: Extract<LiveSpeechEvent, { type: "final" }>): void {
		const { segmentId } = this.#utterance(utterance, segment.startMs);
		const position = this.#deps.heardMs + Math.floor(heardMs);
		const heard = placed(segment, this.#shiftAt(segment.startMs));
		this.#timeline.forget(heardMs);
		const { track } = this.#deps;
		if (heard.text === "") {
			this.#give({ kind: "heard", track, heardMs: position }, position);
			return;
		}
		this.#endMs = heard.endMs;
		const final = { ...heard, id: segmentId, language, source: "stt" } as const;
		this.#give({ kind: "final", track, heardMs: position, segment: final }, position);
	}

	#silence(streamMs: number): void {
		const position = this.#deps.heardMs + Math.floor(streamMs);
		this.#timeline.forget(streamMs);
		if (position - this.#heardMs < SILENCE_STORED_MS) return;
		this.#give({ kind: "heard", track: this.track, heardMs: position }, position);
	}

	#revise(id: number, segment: HeardSegment): void {
		const utterance = this.#utterances.get(id);
		this.#utterances.delete(id);
		if (utterance === undefined || segment.text === "") return;
		const { text, confidence, words } = placed(segment, utterance.shiftMs);
		const { segmentId } = utterance;
		this.#give({ kind: "revision", track: this.track, segmentId, heard: { text, confidence, words } }, null);
	}

	/** Gives an entry to the log, and acknowledges the audio before a position once it is durable. */
	#give(entry: Entry, position: number | null): void {
		if (position !== null) this.#heardMs = Math.max(this.#heardMs, position);
		this.#stored = this.#deps.append(entry).then(
			async (outcome) => {
				if (outcome.state === "fenced") this.fail(await this.#deps.whyFenced());
				else if (position !== null) this.#deps.onEvent({ type: "ack", audioMs: position });
			},
			() => this.fail({ ...UNAVAILABLE, message: "The captions could not be stored; send them again." }),
		);
	}
}

/** Returns what was heard with times of the session. */
function placed({ text, startMs, endMs, confidence, words }: HeardSegment, shiftMs: number) {
	const at = (ms: number) => Math.max(0, Math.round(ms + shiftMs));
	return {
		text: text.trim(),
		startMs: at(startMs),
		endMs: at(Math.max(startMs, endMs)),
		confidence,
		words: words?.map((word) => [word.text, at(word.startMs), at(word.endMs), word.confidence] as const) ?? null,
	};
}
