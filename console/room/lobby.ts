import { type Client, connectLive, type LiveConnection, ProblemError } from "#client";

/** How the wait in the lobby ends. */
type Outcome = "admitted" | "refused" | "over";

/** A guest in front of the door: the server says when that ends. */
export class Lobby {
	readonly outcome: Promise<Outcome>;
	readonly #live: LiveConnection;

	constructor(api: Client, meetingId: string) {
		this.#live = connectLive(api, { meetingId });
		this.outcome = this.#wait();
	}

	close(): void {
		this.#live.close();
	}

	async #wait(): Promise<Outcome> {
		try {
			for await (const message of this.#live) {
				// Admitted while the connection was lost: then it is that of a participant from the beginning.
				const isIn = message.type === "lobby" && "state" in message && message.state === "admitted";
				if (isIn || message.type === "ready") return "admitted";
			}
			return "over";
		} catch (error) {
			return ProblemError.is(error) && error.meta.reason === "meeting_over" ? "over" : "refused";
		} finally {
			this.close();
		}
	}
}
