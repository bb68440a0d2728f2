import { type Client, connectLive, type LiveConnection, ProblemError, unwrap } from "#client";

/** How the wait in the lobby ends. */
type Outcome = "admitted" | "refused" | "over";

/** How often it is asked where no socket comes through, in ms. */
const POLL_MS = 5_000;

/** A guest in front of the door. The server says by the socket when that ends; where none comes through, it is asked. */
export class Lobby {
	/** Pending for good once it is closed. */
	readonly outcome: Promise<Outcome>;
	readonly #api: Client;
	readonly #path: { readonly meetingId: string; readonly participantId: string };
	readonly #live: LiveConnection;
	#timer: ReturnType<typeof setInterval> | undefined;

	constructor(api: Client, meetingId: string, participantId: string) {
		this.#api = api;
		this.#path = { meetingId, participantId };
		this.#live = connectLive(api, { meetingId });
		this.outcome = new Promise((resolve) => {
			const settle = (outcome: Outcome) => {
				this.close();
				resolve(outcome);
			};
			this.#timer = setInterval(() => void this.#ask(settle), POLL_MS);
			void this.#listen(settle);
		});
	}

	close(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
		this.#live.close();
	}

	async #listen(settle: (outcome: Outcome) => void): Promise<void> {
		try {
			for await (const message of this.#live) {
				// Admitted while the connection was lost: then it is that of a participant from the beginning.
				const isIn = message.type === "lobby" && "state" in message && message.state === "admitted";
				if (isIn || message.type === "ready") return settle("admitted");
			}
			if (this.#timer !== undefined) settle("over");
		} catch {
			// Whatever it was, the answer to a question is clear.
			await this.#ask(settle);
		}
	}

	async #ask(settle: (outcome: Outcome) => void): Promise<void> {
		if (this.#live.isConnected) return;
		const params = { path: this.#path };
		try {
			const { data } = await unwrap(this.#api.GET("/meetings/{meetingId}/participants/{participantId}", { params }));
			if (this.#timer !== undefined && data.state !== "waiting")
				settle(data.state === "admitted" ? "admitted" : "refused");
		} catch (error) {
			if (this.#timer === undefined || !(error instanceof ProblemError) || error.isRetryable) return;
			settle(error.meta.reason === "meeting_over" ? "over" : "refused");
		}
	}
}
