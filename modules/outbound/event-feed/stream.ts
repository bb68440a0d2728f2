import { AppError } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import type { Logger } from "#kernel/logger";
import type { Principal } from "#kernel/principal";
import { render } from "#kernel/texts";
import type { Holder, WatchedCaller } from "#platform/watched-callers";
import type { StreamFigures } from "./ports.ts";

/** How often something is sent at least, in ms: connections that are silent are closed by proxies, and by us after 30 s. */
const HEARTBEAT_MS = 15_000;
/** How soon a client that has lost its connection comes back, in ms. */
const RETRY_MS = 2_000;
/** Bytes that wait for the client before it is read on. */
const HOLD_BYTES = 64 * 1024;
/** How long a client may take nothing of what waits for it, in ms. */
const MAX_STALLED_MS = 60_000;

const encoder = new TextEncoder();

/** The next part of a log, as it is sent. */
interface Part {
	readonly text: string;
	/** The position up to which it tells. */
	readonly position: number;
	readonly hasMore: boolean;
}

/** When a stream reads on. */
export interface Pace {
	/** Time between two reads of what is announced, in ms: what is announced meanwhile is read at once. */
	readonly paceMs: number;
	/** Returns how often it is looked for what nobody has announced, in ms. */
	readonly pollMs: () => number;
}

interface EventStreamDeps extends Pace {
	readonly caller: WatchedCaller<Principal>;
	/** The position after which it begins. */
	readonly position: number;
	/** Language of what people read. */
	readonly locale: Locale;
	/** Reads what follows a position. @throws `gone` when that is not kept any more */
	readonly read: (after: number) => Promise<Part>;
	readonly figures: StreamFigures;
	readonly log: Pick<Logger, "warn">;
	/** Aborted when the server stops. */
	readonly draining: AbortSignal;
	readonly onEnd: () => void;
}

/**
 * The events of an organization as they happen. It reads on from where it is, as fast as its client takes them; hints only
 * say that it is worth looking. So nothing is missing and nothing comes twice, whichever instance wrote it.
 */
export class EventStream implements Holder<Principal> {
	/** The body of the response. */
	readonly body: ReadableStream<Uint8Array>;
	readonly #deps: EventStreamDeps;
	readonly #heartbeat: ReturnType<typeof setInterval>;
	readonly #unhold: () => void;
	readonly #stop = () => this.#end();
	#controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	#position: number;
	#isGone = false;
	/** Whether there may be something that the last read did not find. */
	#isBehind = true;
	#wake: (() => void) | null = null;
	#drain: (() => void) | null = null;
	#stalledSinceMs: number | null = null;

	constructor(deps: EventStreamDeps) {
		this.#deps = deps;
		this.#position = deps.position;
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
		deps.figures.open++;
		this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
		this.#unhold = deps.caller.hold(this);
		deps.draining.addEventListener("abort", this.#stop);
	}

	/** Begins to send. */
	start(): void {
		this.#write(`retry: ${RETRY_MS}\nid: ${this.#position}\n\n`);
		if (this.#deps.draining.aborted) this.#end();
		else void this.#run();
	}

	/** Says that there is something new. */
	wake(): void {
		this.#isBehind = true;
		this.#wake?.();
	}

	changed(): void {
		// Whoever may read goes on reading.
	}

	refused(error: AppError): void {
		this.#write(
			`event: end\ndata: ${JSON.stringify({ code: error.code, detail: render(error.text, this.#deps.locale), meta: error.meta })}\n\n`,
		);
		this.#end();
	}

	/** Sends what there is, then what is new, until it ends. Never rejects. */
	async #run(): Promise<void> {
		while (!this.#isGone) {
			const hasMore = await this.#sendNext();
			await this.#drained();
			if (!hasMore) await this.#pause();
		}
	}

	/** @returns whether there is more already */
	async #sendNext(): Promise<boolean> {
		const { caller, read, log } = this.#deps;
		try {
			this.#isBehind = false;
			const part = await read(this.#position);
			// Asked after the read: what somebody did who took the access away is not sent.
			await caller.current();
			if (part.text !== "") this.#write(part.text);
			this.#position = part.position;
			return part.hasMore;
		} catch (error) {
			if (error instanceof AppError) this.refused(error);
			else log.warn("the events of a stream could not be read; trying again", { error });
			return false;
		}
	}

	/** Waits until there is something new, or it is time to look. */
	async #pause(): Promise<void> {
		const { paceMs, pollMs } = this.#deps;
		await Bun.sleep(paceMs);
		if (this.#isGone || this.#isBehind) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		const timer = setTimeout(resolve, pollMs() - paceMs);
		this.#wake = resolve;
		await promise;
		this.#wake = null;
		clearTimeout(timer);
	}

	/** Waits until the client has taken most of what waits for it. */
	async #drained(): Promise<void> {
		if (this.#isGone || this.#room() > 0) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#drain = resolve;
		this.#stalledSinceMs = performance.now();
		await promise;
	}

	#onDrained(): void {
		this.#stalledSinceMs = null;
		this.#drain?.();
		this.#drain = null;
	}

	/** Returns the bytes that may still be queued for the client; below 0: too many are. */
	#room(): number {
		return this.#controller?.desiredSize ?? 0;
	}

	/** Shows that the connection lives, and how far it is: a client that comes back need not be sent through what it has not asked for. */
	#beat(): void {
		const { figures } = this.#deps;
		if (this.#stalledSinceMs !== null) {
			if (performance.now() - this.#stalledSinceMs < MAX_STALLED_MS) return;
			figures.cutOff++;
			this.#end();
		} else this.#write(`id: ${this.#position}\n\n`);
	}

	#write(text: string): void {
		if (!this.#isGone) this.#controller?.enqueue(encoder.encode(text));
	}

	#end(): void {
		if (this.#isGone) return;
		this.#isGone = true;
		const { figures, draining, onEnd } = this.#deps;
		figures.open--;
		clearInterval(this.#heartbeat);
		draining.removeEventListener("abort", this.#stop);
		this.#unhold();
		this.#wake?.();
		this.#onDrained();
		onEnd();
		try {
			this.#controller?.close();
		} catch {
			// The client has cancelled it.
		}
	}
}
