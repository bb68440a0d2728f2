import type { LiveMessage, RoomConsents, RoomHold, RoomLobby, RoomRecording } from "#client";
import type { HostTools } from "./host.ts";
import { Store } from "./store.ts";

/** Who waits in the lobby. */
export interface Waiting {
	readonly id: string;
	readonly name: string;
}

/** What the server says of the meeting. */
interface KnownFacts {
	/** Null: never so far. */
	readonly recording: RoomRecording | null;
	/** Null: not known yet. */
	readonly consents: RoomConsents | null;
	/** Null: never so far. */
	readonly hold: RoomHold | null;
	/** Whether the meeting has live captions. */
	readonly hasCaptions: boolean;
	readonly chatAllowed: "everyone" | "hosts" | "off";
	readonly camerasVisibleTo: "everyone" | "hosts";
	/** Who waits in front of the door, for those who may open it. */
	readonly waiting: readonly Waiting[];
}

/** The facts of the room, by the server's word: whether it is recorded, what people agree to, who waits. */
export class Facts {
	readonly store: Store<KnownFacts>;
	readonly #host: HostTools;

	constructor(host: HostTools, hasCaptions: boolean) {
		this.#host = host;
		this.store = new Store<KnownFacts>({
			recording: null,
			consents: null,
			hold: null,
			hasCaptions,
			chatAllowed: "everyone",
			camerasVisibleTo: "everyone",
			waiting: [],
		});
	}

	/** Whether the meeting is held: no host is there, and nothing is said. */
	get isHeld(): boolean {
		return this.store.value.hold?.state === "held";
	}

	take(message: LiveMessage): void {
		if (message.type === "room") {
			const { recording, consents, hold, captions, chatAllowed, camerasVisibleTo, lobby } = message;
			const rules = { hasCaptions: captions.state === "on", chatAllowed, camerasVisibleTo };
			this.store.set({
				recording,
				hold,
				...rules,
				...(consents && { consents }),
				...(lobby && { waiting: waitingIn(lobby) }),
			});
		} else if (message.type === "recording") this.store.set({ recording: message });
		else if (message.type === "hold") this.store.set({ hold: message });
		else if (message.type === "consents") this.store.set({ consents: message });
		else if (message.type === "lobby" && "waiting" in message) this.store.set({ waiting: waitingIn(message) });
	}

	async admit(id: string): Promise<void> {
		await this.#host.admit(id);
		this.#forget(id);
	}

	async refuse(id: string): Promise<void> {
		await this.#host.remove(id);
		this.#forget(id);
	}

	#forget(id: string): void {
		this.store.set({ waiting: this.store.value.waiting.filter((each) => each.id !== id) });
	}
}

const waitingIn = ({ waiting }: RoomLobby): readonly Waiting[] =>
	waiting.map(({ participantId, name }) => ({ id: participantId, name: name ?? "" }));
