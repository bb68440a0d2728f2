import type { Publisher, PublisherEvent } from "#modules/transcripts/captions";
import type { Admitted } from "./admission.ts";
import type { Standing } from "./ports.ts";
import type { Message } from "./schemas.ts";

/** Who is notified of a track that somebody publishes. */
export interface PublishingEvents {
	readonly onAck: (audioMs: number) => void;
	/** It is over by then. */
	readonly onError: (error: Extract<PublisherEvent, { type: "error" }>) => void;
}

/** One track that a socket publishes. */
export class Publication {
	readonly #publisher: Publisher;
	readonly #abort: AbortController;
	readonly #ending: Set<Promise<void>>;

	private constructor(publisher: Publisher, abort: AbortController, ending: Set<Promise<void>>) {
		this.#publisher = publisher;
		this.#abort = abort;
		this.#ending = ending;
	}

	/** Opens the track of a caller who may publish. @throws `rate_limited` and the errors of `Captions.publish` */
	static async open(
		{ language, translateTo = [], interim = true }: Message<"start">,
		admitted: Admitted,
		standing: Standing,
		{ onAck, onError }: PublishingEvents,
	): Promise<Publication> {
		const abort = new AbortController();
		const publisher = await admitted.publish(standing, {
			language: language ?? null,
			translateTo,
			interim,
			signal: abort.signal,
			onEvent: (event) => (event.type === "ack" ? onAck(event.audioMs) : onError(event)),
		});
		return new Publication(publisher, abort, admitted.ending);
	}

	/** Audio before this is stored: a client that was here before sends what follows. In ms. */
	get heardMs(): number {
		return this.#publisher.heardMs;
	}

	/** Takes audio. @param waitedMs how long ago it was received */
	write(audio: Uint8Array, waitedMs: number): Promise<void> {
		return this.#publisher.write(audio, waitedMs);
	}

	/** Ends the utterance. */
	finalize(): Promise<void> {
		return this.#publisher.finalize();
	}

	/** Ends the track, once everything was heard. */
	stop(): Promise<void> {
		return this.#publisher.stop();
	}

	/** Ends the track of somebody who is gone: what they have said is heard, as far as the engine got it. */
	leave(): void {
		const ended = this.#publisher.leave().catch(() => this.#abort.abort());
		this.#ending.add(ended);
		void ended.finally(() => this.#ending.delete(ended));
	}
}
