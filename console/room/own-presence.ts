import type { LiveSocket } from "./live-socket.ts";
import type { Media } from "./media.ts";
import type { MediaPath } from "./media-path.ts";

/** What the others know of microphone, camera and screen. */
export class OwnPresence {
	readonly #socket: LiveSocket;
	readonly #media: Media;
	readonly #path: MediaPath;
	#told = "";

	constructor(socket: LiveSocket, media: Media, path: MediaPath) {
		this.#socket = socket;
		this.#media = media;
		this.#path = path;
	}

	/** Says it if they do not know it. */
	tell(): void {
		const { microphone, camera, screen, choice } = this.#media.store.value;
		const { via, hasScreens } = this.#path;
		const audio = microphone !== null && !choice.isMuted;
		// Through the worker, a screen is the picture of its person.
		const video = camera !== null || (screen !== null && via === "worker");
		const shown = { audio, video, ...(hasScreens && { screen: screen !== null }) };
		const text = JSON.stringify(shown);
		if (text !== this.#told && this.#socket.send({ type: "presence", ...shown })) this.#told = text;
	}

	/** On a new connection everything is said again. */
	repeat(): void {
		this.#told = "";
		this.tell();
	}
}
