import type { SteadyMs } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import { render, type Message as Text } from "#kernel/texts";
import type { Admitted } from "./admission.ts";
import { badMessage, tooFarBehind } from "./errors.ts";
import { Publication } from "./publication.ts";
import type { Message } from "./schemas.ts";
import { type CaptionsState, endByError, endByEvent, endsConnection, type TrackEnd } from "./track-end.ts";

/** Audio that may wait for the engine, in bytes: two minutes. */
const MAX_WAITING_BYTES = 4 << 20;
/** Pause after which a client may ask a busy engine again, in ms; doubled by each further failure. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A track that stood for so long was no failure, in ms. */
const STEADY_MS = 10_000;

export interface VoiceDeps {
	readonly admitted: Admitted;
	readonly locale: Locale;
	readonly steadyMs: SteadyMs;
	readonly send: (message: object) => void;
	readonly onAck: (audioMs: number) => void;
	/** A track stands that is not the first: its client sends once more what was not heard. */
	readonly onAgain: () => void;
	/** Returns what may be told of a failure, and logs what was not expected. */
	readonly toShown: (error: unknown) => AppError;
	/** The connection ends with its track. */
	readonly onFatal: (end: TrackEnd) => void;
}

/**
 * What one socket publishes: a track, and another one after it has failed. A participant is in the room by the same socket,
 * so a track that ends leaves it open and says how captions stand; other publishers have nothing else, and their socket ends.
 */
export class Voice {
	readonly #deps: VoiceDeps;
	#track: Publication | null = null;
	/** Number of the track that is opened or stands; 0: none. What a former one tells is of no interest. */
	#current = 0;
	#starts = 0;
	/** What came while the track is being opened; null: none is. */
	#early: (() => void)[] | null = null;
	#waitingBytes = 0;
	#failures = 0;
	#standsSinceMs = 0;

	constructor(deps: VoiceDeps) {
		this.#deps = deps;
	}

	/** Whether the socket is that of a participant. */
	get #isOfRoom(): boolean {
		return this.#deps.admitted.caller.standing.participant !== null;
	}

	/**
	 * Whether a participant holds no track, although they would publish: captions are off, or not made of them. They may be
	 * silent: a browser in the background may say that it is there less than once a minute.
	 */
	get isOff(): boolean {
		return this.#starts > 0 && this.#current === 0;
	}

	/** Opens a track; how that went is sent. @throws `invalid_request` */
	start(message: Message<"start">): void {
		if (this.#current !== 0) throw badMessage("The start message was already sent.");
		if (message.encoding === undefined || message.sampleRate === undefined)
			throw badMessage("To publish, the start message must give the encoding and the sampleRate of the audio.");
		this.#current = ++this.#starts;
		void this.#open(message, this.#current);
	}

	/** Takes audio; dropped when its track has ended. @param receivedAtMs by the steady clock @throws `invalid_request` */
	hear(audio: Uint8Array, receivedAtMs: number): void {
		this.#assertStarted();
		if (audio.length % 2 !== 0) throw badMessage("The message ends in the middle of a sample: samples have two bytes.");
		this.#do(() => this.#write(audio, receivedAtMs));
	}

	/** Ends the utterance. @throws `invalid_request` before the first start */
	finalize(): void {
		this.#assertStarted();
		this.#do(() => {
			const current = this.#current;
			this.#track?.finalize().catch((error: unknown) => this.#fail(current, error));
		});
	}

	/** Ends the track, once everything was heard. @returns false when that failed, and the client was told so */
	stop(): Promise<boolean> {
		const { promise, resolve } = Promise.withResolvers<boolean>();
		this.#do(() => resolve(this.#stop()));
		return promise;
	}

	/** Ends the track of a client that is gone. */
	leave(): void {
		this.#current = 0;
		this.#track?.leave();
		this.#track = null;
	}

	#assertStarted(): void {
		if (this.#starts === 0) throw badMessage("Send a start message with the role publish before sending audio.");
	}

	/** Does something once the track that is being opened stands, or has failed. */
	#do(work: () => void): void {
		if (this.#early) this.#early.push(work);
		else work();
	}

	async #open(message: Message<"start">, current: number): Promise<void> {
		const early: (() => void)[] = [];
		this.#early = early;
		try {
			const standing = await this.#admit();
			const track = await Publication.open(message, this.#deps.admitted, standing, {
				onAck: (audioMs) => {
					if (this.#current === current) this.#deps.onAck(audioMs);
				},
				onError: (event) => this.#end(current, endByEvent(event)),
			});
			if (this.#current === current) this.#stand(track);
			else track.leave();
		} catch (error) {
			this.#fail(current, error);
		}
		if (this.#early === early) this.#early = null;
		for (const work of early) work();
	}

	/** Returns what the caller may do. What keeps them from publishing at all ends their connection. */
	async #admit() {
		try {
			return await this.#deps.admitted.currentPublisher();
		} catch (error) {
			if (error instanceof AppError) this.#deps.onFatal(endByError(error));
			throw error;
		}
	}

	#stand(track: Publication): void {
		this.#track = track;
		this.#standsSinceMs = this.#deps.steadyMs();
		if (this.#starts > 1) this.#deps.onAgain();
		if (this.#isOfRoom) this.#tell("on", null);
		// Where to go on, for a client that was here before.
		this.#deps.onAck(track.heardMs);
	}

	#write(audio: Uint8Array, receivedAtMs: number): void {
		const current = this.#current;
		if (!this.#track || audio.length === 0) return;
		if (this.#waitingBytes + audio.length > MAX_WAITING_BYTES) {
			this.#fail(current, tooFarBehind());
			return;
		}
		this.#waitingBytes += audio.length;
		void this.#track
			.write(audio, this.#deps.steadyMs() - receivedAtMs)
			.catch((error: unknown) => this.#fail(current, error))
			.finally(() => {
				this.#waitingBytes -= audio.length;
			});
	}

	async #stop(): Promise<boolean> {
		const current = this.#current;
		await this.#track?.stop().catch((error: unknown) => this.#fail(current, error));
		return this.#current === current;
	}

	#fail(current: number, error: unknown): void {
		if (this.#current === current) this.#end(current, endByError(this.#deps.toShown(error)));
	}

	#end(current: number, end: TrackEnd): void {
		if (current === 0 || this.#current !== current) return;
		const { steadyMs, onFatal } = this.#deps;
		const stoodMs = this.#track ? steadyMs() - this.#standsSinceMs : 0;
		this.leave();
		if (!this.#isOfRoom || endsConnection(end)) {
			onFatal(end);
			return;
		}
		this.#failures = stoodMs > STEADY_MS ? 1 : this.#failures + 1;
		this.#tell(end.state, end);
	}

	#tell(state: CaptionsState, end: TrackEnd | null): void {
		const message: Text | null = end?.message ?? null;
		const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
		this.#deps.send({
			type: "captions",
			state,
			code: end?.code ?? null,
			message: message && render(message, this.#deps.locale),
			retryAfterMs: state === "busy" ? Math.max(end?.waitMs ?? 0, pauseMs) : null,
		});
	}
}
