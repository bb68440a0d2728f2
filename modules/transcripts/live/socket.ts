import { isUnavailable } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import type { Logger } from "#kernel/logger";
import type { Socket, SocketHandler } from "#kernel/sockets";
import { render } from "#kernel/texts";
import type { Core } from "#platform/module";
import type { Admitted } from "./admission.ts";
import { CLOSE, closeCodeOf } from "./close-codes.ts";
import { notInTheRoom, unexpected } from "./errors.ts";
import type { Exchanges } from "./exchanges.ts";
import { ackFrame, errorFrame, readyFrame } from "./frames.ts";
import type { Hub } from "./hub.ts";
import { Intake } from "./intake.ts";
import type { Holder, LiveFigures, Standing } from "./ports.ts";
import { type ClientMessage, parseMessage } from "./schemas.ts";
import { SocketReader } from "./socket-reader.ts";
import { kindOf, type TrackEnd } from "./track-end.ts";
import { Voice } from "./voice.ts";

/** How long a client may take to say from where it follows, in ms; then it follows from where it has connected. */
const JOIN_MS = 1_000;
/** Silence after which somebody who publishes is disconnected, in ms. */
const IDLE_MS = 60_000;
/** How long a close may take before the connection is cut, in ms. */
export const CLOSE_MS = 5_000;

export interface LiveSocketDeps extends Pick<Core, "steadyMs" | "clock" | "newId"> {
	readonly log: Pick<Logger, "warn" | "error">;
	readonly figures: LiveFigures;
	readonly exchanges: Exchanges;
	/** All sockets that are open. */
	readonly open: Set<LiveSocket>;
}

/** One socket of a meeting: it reads, publishes if its role is that, and is in the room if its caller is. */
export class LiveSocket implements SocketHandler, Holder {
	readonly connectionId: string;
	readonly #deps: LiveSocketDeps;
	readonly #admitted: Admitted;
	readonly #locale: Locale;
	readonly #intake: Intake;
	readonly #voice: Voice;
	/** The last event when it was opened: without `resume` it follows from there. */
	readonly #openedAt: number;
	#socket: Socket | null = null;
	#reader: SocketReader | null = null;
	#unhold: (() => void) | null = null;
	#joinTimer: ReturnType<typeof setTimeout> | null = null;
	#heardAtMs: number;
	/** When the client last sent anything, or answered a ping, by the steady clock. */
	aliveAtMs: number;
	#hasJoined = false;
	/** The last event before they left the room; null: they follow. */
	#pausedAt: number | null = null;
	#isEnding = false;

	/** @param locale language of what people read */
	constructor(admitted: Admitted, locale: Locale, deps: LiveSocketDeps) {
		this.#deps = deps;
		this.#locale = locale;
		this.#admitted = admitted;
		this.#openedAt = admitted.hub.lastSeq;
		this.#heardAtMs = deps.steadyMs();
		this.aliveAtMs = this.#heardAtMs;
		this.connectionId = deps.newId("lvc");
		this.#intake = new Intake(
			(message, receivedAtMs) => this.#work(message, receivedAtMs),
			(error) => this.fail(error),
		);
		this.#voice = new Voice({
			admitted,
			locale,
			steadyMs: deps.steadyMs,
			send: (message) => this.#send(message),
			onAck: (audioMs) => this.#send(ackFrame(audioMs, deps.clock)),
			onAgain: () => this.#intake.renewAudio(),
			toShown: (error) => this.#toShown(error),
			onFatal: (end) => this.#endWithTrack(end),
		});
	}

	get #hub(): Hub {
		return this.#admitted.hub;
	}

	opened(socket: Socket): void {
		this.#socket = socket;
		this.#deps.open.add(this);
		this.#reader = new SocketReader(socket, {
			figures: this.#deps.figures,
			connectedAt: this.#openedAt,
			onEnded: ({ frame, refusal }) => {
				if (refusal && !this.#admitted.caller.standing.principal.system) this.fail(refusal);
				else this.#end(frame, CLOSE.normal, "closed");
			},
			onTooSlow: () => this.#cutOff(),
		});
		this.#unhold = this.#admitted.caller.hold(this);
		const ready = readyFrame(this.#hub.session.id, this.#openedAt, this.#deps.clock);
		this.#send({ ...ready, connectionId: this.connectionId });
		this.changed(this.#admitted.caller.standing);
		this.#joinTimer = setTimeout(() => this.#join(this.#openedAt).catch((error) => this.fail(error)), JOIN_MS);
	}

	received(message: string | Uint8Array): void {
		if (this.#isEnding) return;
		this.#heardAtMs = this.#deps.steadyMs();
		this.aliveAtMs = this.#heardAtMs;
		this.#intake.take(message, this.#heardAtMs);
	}

	ponged(): void {
		this.aliveAtMs = this.#deps.steadyMs();
	}

	ping(): void {
		if (!this.#isEnding) this.#socket?.ping();
	}

	drained(): void {
		this.#reader?.onDrained();
	}

	closed(): void {
		this.#isEnding = true;
		this.#deps.open.delete(this);
		if (this.#joinTimer) clearTimeout(this.#joinTimer);
		this.#intake.close();
		this.#unhold?.();
		this.#reader?.leave();
		this.#deps.exchanges.leave(this);
		this.#voice.leave();
		this.#admitted.release();
	}

	/** Sends a text of another one in the room. */
	sendText(frame: string): void {
		if (!this.#isEnding) this.#socket?.send(frame);
	}

	changed(standing: Standing): void {
		if (this.#admitted.role === "publish" && !this.#admitted.mayPublish(standing)) {
			this.fail(notInTheRoom());
			return;
		}
		this.#deps.exchanges.place(this, this.#admitted.caller, standing);
		this.#followIfAllowed(standing).catch((error) => this.fail(error));
	}

	/** Lets somebody who has left the room hear no captions until they are back: their connection is the room's as well. */
	async #followIfAllowed({ followsAfter }: Standing): Promise<void> {
		if (!this.#reader || !this.#hasJoined || this.#isEnding) return;
		if (followsAfter === null) {
			this.#pausedAt ??= this.#hub.lastSeq;
			this.#reader.pause();
		} else if (this.#pausedAt !== null) {
			const missed = this.#pausedAt;
			this.#pausedAt = null;
			await this.#hub.join(this.#reader, Math.max(missed, followsAfter));
			if (this.#pausedAt !== null) this.#reader.pause();
		}
	}

	refused(error: AppError): void {
		this.fail(error);
	}

	over(): void {
		this.#reader?.over();
		this.#deps.exchanges.cutMedia(this);
		void this.#admitted.end().then(() => this.#endPaused());
	}

	/** Ends the connection of somebody who heard nothing of the end. */
	async #endPaused(): Promise<void> {
		if (this.#pausedAt !== null) this.#end(await this.#admitted.closing(), CLOSE.normal, "closed");
	}

	/** Disconnects somebody who publishes and has fallen silent, except where that is {@link Voice.isOff}. */
	tick(): void {
		if (this.#admitted.role !== "publish" || this.#voice.isOff) return;
		if (this.#deps.steadyMs() - this.#heardAtMs < IDLE_MS) return;
		const message = render("No data was received for a minute.", this.#locale);
		const frame = { type: "error", code: "idle", retryable: true, message };
		this.#end(JSON.stringify(frame), CLOSE.idle, "idle");
	}

	/** Tells of a failure, and closes the socket. */
	fail(error: unknown): void {
		const shown = this.#toShown(error);
		this.#end(JSON.stringify(errorFrame(shown, this.#locale)), closeCodeOf(shown), shown.code);
	}

	/** A reader this slow gets nothing in time: the message that says so may never arrive. */
	#cutOff(): void {
		this.#deps.figures.cutOff++;
		this.#end(null, CLOSE.tooSlow, "too_slow");
	}

	#toShown(error: unknown): AppError {
		if (error instanceof AppError) return error;
		const { log } = this.#deps;
		if (isUnavailable(error)) log.warn("a live socket failed: what it needs is unavailable", { error });
		else log.error("a live socket failed", { error });
		return unexpected();
	}

	#send(message: object): void {
		if (!this.#isEnding) this.#socket?.send(JSON.stringify(message));
	}

	#end(frame: string | null, code: number, reason: string): void {
		if (this.#isEnding) return;
		const socket = this.#socket;
		if (frame !== null) this.sendText(frame);
		this.#isEnding = true;
		this.#intake.close();
		this.#reader?.leave();
		this.#deps.exchanges.cutMedia(this);
		socket?.close(code, reason);
		setTimeout(() => socket?.terminate(), CLOSE_MS).unref();
	}

	/** Follows what is published, after what was missed since an event. */
	async #join(seq: number): Promise<void> {
		if (this.#hasJoined || this.#isEnding || !this.#reader) return;
		this.#hasJoined = true;
		await this.#hub.join(this.#reader, await this.#admitted.followsAfter(seq));
		await this.#followIfAllowed(this.#admitted.caller.standing);
		if (this.#admitted.caller.standing.meeting.state !== "live") this.over();
	}

	#work(message: string | Uint8Array, receivedAtMs: number): void | Promise<void> {
		if (typeof message !== "string") return this.#voice.hear(message, receivedAtMs);
		const parsed = parseMessage(message);
		switch (parsed.type) {
			case "start":
			case "resume":
			case "finalize":
			case "stop":
				return this.#control(parsed);
			case "keepalive":
				return;
			default:
				return this.#deps.exchanges.handle(this, parsed).catch((error: unknown) => {
					// What the room does not allow is no fault of the connection.
					if (!(error instanceof AppError) || error.kind === "limited") throw error;
					this.#send(errorFrame(error, this.#locale));
				});
		}
	}

	async #control(message: Extract<ClientMessage, { type: "start" | "resume" | "finalize" | "stop" }>): Promise<void> {
		switch (message.type) {
			case "start":
				this.#ask(message);
				// It is not waited for: an engine may need half a minute, and the room goes on.
				if (this.#admitted.role === "publish") this.#voice.start(message);
				return this.#join(this.#openedAt);
			case "resume":
				return this.#resume(message);
			case "finalize":
				return this.#voice.finalize();
			case "stop":
				return this.#stop();
		}
	}

	/** Ends the connection once everything that was said is heard. The room goes on where that fails: the client may begin again. */
	async #stop(): Promise<void> {
		if (!(await this.#voice.stop())) return;
		await this.#join(this.#openedAt);
		await this.#hub.catchUp();
		this.#end(await this.#admitted.closing(), CLOSE.normal, "stopped");
	}

	#ask({ interim, translateTo }: Pick<Extract<ClientMessage, { type: "start" }>, "interim" | "translateTo">): void {
		this.#reader?.ask({ ...(interim !== undefined && { interim }), ...(translateTo && { translateTo }) });
		const refused = translateTo?.length ? this.#admitted.want(translateTo) : null;
		if (refused) this.#send(errorFrame(refused, this.#locale));
	}

	/** Ends the connection whose track has ended, and tells why. */
	#endWithTrack(end: TrackEnd): void {
		const { code, retryable } = end;
		const frame = { type: "error", code, retryable, message: render(end.message, this.#locale) };
		this.#end(JSON.stringify(frame), closeCodeOf({ kind: kindOf(end) }), code);
	}

	async #resume({ sessionId, lastSeq, ...wishes }: Extract<ClientMessage, { type: "resume" }>): Promise<void> {
		this.#admitted.assertSession(sessionId);
		this.#ask(wishes);
		const followsFrom = this.#reader?.followsFrom ?? null;
		// It follows already what came after it was opened: what it lacks is what came before.
		if (this.#reader && followsFrom !== null)
			await this.#hub.replay(this.#reader, await this.#admitted.followsAfter(lastSeq), followsFrom);
		else await this.#join(lastSeq);
	}
}
