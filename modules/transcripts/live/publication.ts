import type { Publisher, PublisherEvent } from "#modules/transcripts/captions";
import type { Admitted } from "./admission.ts";
import { badMessage } from "./errors.ts";
import type { Message } from "./schemas.ts";

/** Who is notified of a track that somebody publishes. */
export interface PublishingEvents {
	readonly onAck: (audioMs: number) => void;
	/** It is over by then. */
	readonly onError: (error: Extract<PublisherEvent, { type: "error" }>) => void;
}

/** The audio that one socket publishes. */
export class Publication {
	readonly #publisher: Publisher;
	readonly #abort: AbortController;
	readonly #ending: Set<Promise<void>>;

	private constructor(publisher: Publisher, abort: AbortController, ending: Set<Promise<void>>) {
		this.#publisher = publisher;
		this.#abort = abort;
		this.#ending = ending;
	}

	/** Opens the track of a caller. @throws `invalid_request` and the errors of `Captions.publish` */
	static async open(
		already: boolean,
		{ encoding, sampleRate, language, translateTo = [], interim = true }: Message<"start">,
		admitted: Admitted,
		{ onAck, onError }: PublishingEvents,
	): Promise<Publication> {
		if (already) throw badMessage("The start message was already sent.");
		if (encoding === undefined || sampleRate === undefined)
			throw badMessage("To publish, the start message must give the encoding and the sampleRate of the audio.");
		const abort = new AbortController();
		const options = { language: language ?? null, translateTo, interim, signal: abort.signal };
		const publisher = await admitted.publish({
			...options,
			onEvent: (event) => (event.type === "ack" ? onAck(event.audioMs) : onError(event)),
		});
		// Where to go on, for a client that was here before.
		onAck(publisher.heardMs);
		return new Publication(publisher, abort, admitted.ending);
	}

	/** Returns what a message is about. @throws `invalid_request` before the start */
	static of(publishing: Publication | null): Publication {
		if (!publishing) throw badMessage("Send a start message with the role publish before sending audio.");
		return publishing;
	}

	/** Takes audio. @throws `invalid_request` for half a sample */
	async write(audio: Uint8Array): Promise<void> {
		if (audio.length % 2 !== 0) throw badMessage("The message ends in the middle of a sample: samples have two bytes.");
		if (audio.length > 0) await this.#publisher.write(audio);
	}

	/** Ends the utterance. */
	finalize(): Promise<void> {
		return this.#publisher.finalize();
	}

	/** Ends the track, once everything was heard. */
	stop(): Promise<void> {
		return this.#publisher.stop();
	}

	/** Ends the track of somebody who is gone: what they have said is heard. */
	leave(): void {
		const ended = this.#publisher.stop().catch(() => this.#abort.abort());
		this.#ending.add(ended);
		void ended.finally(() => this.#ending.delete(ended));
	}
}
