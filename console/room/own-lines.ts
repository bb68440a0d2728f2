import type { Limit, limitSender, Slot } from "./peer.ts";
import { VoiceMix } from "./voice-mix.ts";

/** What a person shows. */
export type Sent = Readonly<Partial<Record<Slot, MediaStreamTrack | null>>>;

/** The lines of the worker on which it receives, by `mid`; on the others it sends. */
const VOICE = "0";
const PICTURE = "1";
/** Cameras are sent to many people in one size, in px of the shorter side. */
const LARGEST_CAMERA = 360;

export const isOwn = (mid: string | null): boolean => mid === VOICE || mid === PICTURE;

/** What a person sends to the worker: one voice, and one picture. */
export class OwnLines {
	sent: Sent = {};
	readonly limits = new Map<Slot, Limit>();
	isPictureWanted = true;
	readonly #limitSender: typeof limitSender;
	readonly #mix = new VoiceMix();

	constructor(limit: typeof limitSender) {
		this.#limitSender = limit;
	}

	/** Puts on the lines of a connection what is to be on them: a shared screen takes the place of the camera. */
	apply(connection: RTCPeerConnection | null): void {
		const { voice = null, picture = null, screen = null, screenSound = null } = this.sent;
		const shown = this.isPictureWanted ? (screen ?? picture) : null;
		this.#put(connection, VOICE, this.#mix.mix(voice, screenSound), this.limits.get("voice"));
		const limit = this.limits.get(screen ? "screen" : "picture");
		const scaleResolutionDownBy = screen ? 1 : scaleOf(picture);
		this.#put(connection, PICTURE, shown, limit && { ...limit, scaleResolutionDownBy });
	}

	close(): void {
		this.#mix.close();
	}

	#put(connection: RTCPeerConnection | null, mid: string, track: MediaStreamTrack | null, limit?: Limit): void {
		const sender = connection?.getTransceivers().find((line) => line.mid === mid)?.sender;
		if (sender && sender.track !== track) void sender.replaceTrack(track).catch(() => undefined);
		void this.#limitSender(sender, limit);
	}
}

/** Returns by how much a camera is made smaller. */
function scaleOf(camera: MediaStreamTrack | null): number {
	const { width = 0, height = 0 } = camera?.getSettings() ?? {};
	return Math.max(1, Math.min(width, height) / LARGEST_CAMERA);
}
