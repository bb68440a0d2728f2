import type { LiveSocket } from "./live-socket.ts";
import type { Media } from "./media.ts";

/** What the others know of microphone, camera and screen. */
export class OwnPresence {
	readonly #socket: LiveSocket;
	readonly #media: Media;
	#told = "";

	constructor(socket: LiveSocket, media: Media) {
		this.#socket = socket;
		this.#media = media;
	}

	/** Says it if they do not know it. @param hasScreens whether the server passes on that a picture is that of a screen */
	tell(hasScreens: boolean): void {
		const { microphone, camera, screen, choice } = this.#media.store.value;
		const audio = microphone !== null && !choice.isMuted;
		const shown = { audio, video: camera !== null, ...(hasScreens && { screen: screen !== null }) };
		const text = JSON.stringify(shown);
		if (text !== this.#told && this.#socket.send({ type: "presence", ...shown })) this.#told = text;
	}

	/** On a new connection everything is said again. */
	repeat(hasScreens: boolean): void {
		this.#told = "";
		this.tell(hasScreens);
	}
}
