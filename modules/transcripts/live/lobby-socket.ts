import { AppError } from "#kernel/errors";
import type { Locale } from "#kernel/languages";
import type { Logger } from "#kernel/logger";
import type { Socket, SocketHandler } from "#kernel/sockets";
import type { Core } from "#platform/module";
import type { Holder } from "#platform/watched-callers";
import { CLOSE, closeCodeOf } from "./close-codes.ts";
import { notInTheRoom, unexpected } from "./errors.ts";
import { errorFrame } from "./frames.ts";
import { Intake } from "./intake.ts";
import type { LobbyStanding, Waiting } from "./lobby.ts";
import { parseMessage } from "./schemas.ts";
import { CLOSE_MS } from "./socket.ts";

export interface LobbySocketDeps extends Pick<Core, "steadyMs"> {
	readonly log: Pick<Logger, "error">;
	/** Makes the connection of somebody who was admitted. @throws the errors of `createAdmission` */
	readonly admit: () => Promise<SocketHandler>;
}

/**
 * The socket of somebody who waits in the lobby: it says how that ends, and nothing of the room. Once they are admitted, it
 * becomes that of a participant: what follows is what follows on a new connection.
 */
export class LobbySocket implements SocketHandler, Holder<LobbyStanding> {
	readonly #waiting: Waiting;
	readonly #locale: Locale;
	readonly #deps: LobbySocketDeps;
	readonly #intake: Intake;
	#socket: Socket | null = null;
	#unhold = (): void => undefined;
	#unlisten = (): void => undefined;
	/** The connection that it has become. */
	#admitted: SocketHandler | null = null;
	/** `waiting`; `left`: they no longer wait, and what follows is under way; `ended`: it is closed, or closing. */
	#state: "waiting" | "left" | "ended" = "waiting";

	constructor(waiting: Waiting, locale: Locale, deps: LobbySocketDeps) {
		this.#waiting = waiting;
		this.#locale = locale;
		this.#deps = deps;
		this.#intake = new Intake(
			(message) => this.#work(message),
			(error) => this.#fail(error),
		);
	}

	opened(socket: Socket): void {
		this.#socket = socket;
		const { caller } = this.#waiting;
		this.#unhold = caller.hold(this);
		this.#unlisten = this.#waiting.onMove(() => {
			caller.current().catch((error: unknown) => {
				// Whatever else is wrong is found out by the next look.
				if (error instanceof AppError) this.refused(error);
			});
		});
		this.#tell("waiting");
		this.changed(caller.standing);
	}

	received(message: string | Uint8Array): void {
		if (this.#admitted) this.#admitted.received(message);
		else this.#intake.take(message, this.#deps.steadyMs());
	}

	ponged(): void {
		this.#admitted?.ponged?.();
	}

	drained(): void {
		this.#admitted?.drained();
	}

	closed(): void {
		this.#state = "ended";
		this.#leave();
		this.#admitted?.closed();
	}

	changed({ isWaiting }: LobbyStanding): void {
		if (isWaiting || this.#state !== "waiting") return;
		this.#state = "left";
		this.#leave();
		this.#tell("admitted");
		this.#admit().catch((error: unknown) => this.#fail(error));
	}

	refused(error: AppError): void {
		if (this.#state !== "waiting") return;
		this.#state = "left";
		this.#leave();
		this.#refuse(error).catch((failure: unknown) => this.#fail(failure));
	}

	/** Says why they no longer wait. The end of a meeting, which refuses all who wait, is not told as a refusal. */
	async #refuse(error: AppError): Promise<void> {
		const isRefused = error.code === "token_revoked" || error.code === "not_found";
		const isOver = error.meta?.reason === "meeting_over" || (isRefused && (await this.#waiting.isOver()));
		if (isOver) this.#end(CLOSE.normal, "closed");
		else if (isRefused) {
			// Their token is worth nothing any more.
			this.#tell("refused");
			this.#end(CLOSE.forbidden, "refused");
		} else this.#fail(error);
	}

	async #admit(): Promise<void> {
		const admitted = await this.#deps.admit();
		if (this.#state === "ended" || !this.#socket) {
			admitted.closed();
			return;
		}
		this.#admitted = admitted;
		admitted.opened(this.#socket);
	}

	/** Nothing is for the room before they are in it; it is no fault of the connection. */
	#work(message: string | Uint8Array): void {
		const isKept = typeof message === "string" && parseMessage(message).type === "keepalive";
		if (!isKept) this.#send(errorFrame(notInTheRoom(), this.#locale));
	}

	#tell(state: "waiting" | "admitted" | "refused"): void {
		this.#send({ type: "lobby", state });
	}

	#send(message: object): void {
		if (this.#state !== "ended") this.#socket?.send(JSON.stringify(message));
	}

	/** Tells of a failure, and closes the socket. */
	#fail(error: unknown): void {
		if (!(error instanceof AppError)) this.#deps.log.error("a socket in the lobby failed", { error });
		const shown = error instanceof AppError ? error : unexpected();
		this.#send(errorFrame(shown, this.#locale));
		this.#end(closeCodeOf(shown), shown.code);
	}

	#end(code: number, reason: string): void {
		if (this.#state === "ended") return;
		this.#state = "ended";
		this.#leave();
		const socket = this.#socket;
		socket?.close(code, reason);
		setTimeout(() => socket?.terminate(), CLOSE_MS).unref();
	}

	/** Leaves the lobby, whatever follows. */
	#leave(): void {
		this.#intake.close();
		this.#unhold();
		this.#unlisten();
		this.#waiting.release();
	}
}
