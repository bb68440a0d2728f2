import type { AppError } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import type { WireEvent } from "#modules/transcripts/captions";
import type { Core } from "#platform/module";
import type { Admitted } from "./admission.ts";
import { notInTheRoom } from "./errors.ts";
import { errorFrame, readyFrame } from "./frames.ts";
import type { Follower, SessionEnd, StreamFollower } from "./hub.ts";
import type { Holder, LiveFigures, Standing } from "./ports.ts";
import { CUT_BYTES, HOLD_BYTES, type Wishes } from "./socket-reader.ts";

/** How often something is sent at least, in ms: connections that are silent are closed by proxies, and by us after 30 s. */
const HEARTBEAT_MS = 15_000;
/** How soon a client that has lost its connection comes back, in ms. */
const RETRY_MS = 2_000;

const encoder = new TextEncoder();

export interface LiveStreamDeps extends Pick<Core, "clock"> {
	readonly figures: LiveFigures;
	/** Aborted when the server stops. */
	readonly draining: AbortSignal;
}

/** A meeting as an event stream: the same as a socket that only reads. */
export class LiveStream implements Follower, StreamFollower, Holder {
	readonly stream = this;
	/** The body of the response. */
	readonly body: ReadableStream<Uint8Array>;
	readonly #admitted: Admitted;
	readonly #locale: Locale;
	readonly #deps: LiveStreamDeps;
	readonly #wishes: Required<Wishes>;
	readonly #heartbeat: ReturnType<typeof setInterval>;
	readonly #unhold: () => void;
	readonly #stop = () => this.#end();
	#controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	#drain: PromiseWithResolvers<void> | null = null;
	#isGone = false;
	#isHeld = false;

	readonly connectedAt: number;

	/** @param after the last event that the client has; null: it follows from now on */
	constructor(
		admitted: Admitted,
		wishes: Required<Wishes> & { locale: Locale },
		after: number | null,
		deps: LiveStreamDeps,
	) {
		this.#admitted = admitted;
		this.#locale = wishes.locale;
		this.#deps = deps;
		this.#wishes = wishes;
		this.body = new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					this.#controller = controller;
				},
				pull: () => this.#onDrained(),
				cancel: () => this.#end(),
			},
			new ByteLengthQueuingStrategy({ highWaterMark: HOLD_BYTES }),
		);
		this.connectedAt = admitted.hub.lastSeq;
		deps.figures.streams++;
		this.#heartbeat = setInterval(() => this.#write(":\n\n"), HEARTBEAT_MS);
		this.#unhold = admitted.caller.hold(this);
		deps.draining.addEventListener("abort", this.#stop);
		const refused = wishes.translateTo.length > 0 ? admitted.want(wishes.translateTo) : null;
		const { hub } = admitted;
		this.#write(`retry: ${RETRY_MS}\n\n`);
		this.#send(readyFrame(hub.session.id, hub.lastSeq, deps.clock));
		if (refused) this.#send(errorFrame(refused, this.#locale));
		this.#join(after ?? hub.lastSeq).catch(() => this.#end());
	}

	async #join(seq: number): Promise<void> {
		await this.#admitted.hub.join(this, await this.#admitted.followsAfter(seq));
		if (this.#admitted.caller.standing.meeting.state !== "live") this.over();
	}

	get isGone(): boolean {
		return this.#isGone;
	}

	wants(language: string | null): boolean {
		return language === null || this.#wishes.translateTo.includes(language);
	}

	event(event: WireEvent): void {
		if (this.wants(event.language)) this.replay(event);
	}

	partial(frame: string): void {
		if (this.#wishes.interim && !this.#isHeld) this.#write(`data: ${frame}\n\n`);
	}

	replay({ seq, frame }: WireEvent): void {
		this.#write(`id: ${seq}\ndata: ${frame}\n\n`);
	}

	async drained(): Promise<void> {
		if (this.#isGone || this.#waiting() < HOLD_BYTES) return;
		this.#drain ??= Promise.withResolvers();
		await this.#drain.promise;
	}

	follow(): void {
		this.#send({ type: "status", state: "live" });
	}

	ended({ frame, refusal }: SessionEnd): void {
		const isRefused = refusal !== null && !this.#admitted.caller.standing.principal.system;
		this.#write(`data: ${isRefused ? JSON.stringify(errorFrame(refusal, this.#locale)) : frame}\n\n`);
		this.#end();
	}

	sweep(): void {
		const waiting = this.#waiting();
		if (waiting > CUT_BYTES) {
			this.#deps.figures.cutOff++;
			this.#end();
		} else if (waiting > HOLD_BYTES && !this.#isHeld) this.#hold();
	}

	#hold(): void {
		this.#deps.figures.held++;
		this.#isHeld = true;
		this.#send({ type: "status", state: "behind" });
	}

	changed(standing: Standing): void {
		if (standing.followsAfter === null) this.refused(notInTheRoom());
	}

	refused(error: AppError): void {
		this.#send(errorFrame(error, this.#locale));
		this.#end();
	}

	over(): void {
		void this.#admitted.end();
	}

	/** Returns the bytes that wait for the client. */
	#waiting(): number {
		return HOLD_BYTES - (this.#controller?.desiredSize ?? HOLD_BYTES);
	}

	#onDrained(): void {
		this.#drain?.resolve();
		this.#drain = null;
		if (!this.#isHeld) return;
		this.#isHeld = false;
		this.#send({ type: "status", state: "live" });
	}

	#send(message: object): void {
		this.#write(`data: ${JSON.stringify(message)}\n\n`);
	}

	#write(text: string): void {
		if (!this.#isGone) this.#controller?.enqueue(encoder.encode(text));
	}

	#end(): void {
		if (this.#isGone) return;
		this.#isGone = true;
		this.#deps.figures.streams--;
		clearInterval(this.#heartbeat);
		this.#deps.draining.removeEventListener("abort", this.#stop);
		this.#unhold();
		this.#admitted.hub.leave(this);
		this.#drain?.resolve();
		this.#admitted.release();
		try {
			this.#controller?.close();
		} catch {
			// The client has cancelled it.
		}
	}
}
