import { type Frame, type LiveSocket, openSocket } from "./live.ts";

/** Bytes of a millisecond of audio: s16le at 16 kHz. */
export const BYTES_PER_MS = 32;
/** Audio in one message, in ms. */
const CHUNK_MS = 100;
const PAUSE_MS = 100;

/** Options of {@link speakLive}. */
export interface SpeakOptions {
	/** Servers that it may connect to, in this order; after a failure the next one. */
	readonly urls: readonly string[];
	readonly meetingId: string;
	readonly token: string;
	/** PCM s16le, 16 kHz. */
	readonly pcm: Uint8Array;
	readonly language?: string;
	/** Called for each message as it arrives. */
	readonly onFrame?: (frame: Frame) => void;
	/** Called when the first audio is sent, with the time of `performance.now()` at which the audio begins. */
	readonly onStart?: (startMs: number) => void;
}

/** What became of a track. */
export interface SpokenTrack {
	/** How often it had to connect again. */
	readonly reconnects: number;
	/** The last acknowledgement, in ms of its audio. */
	readonly ackMs: number;
}

/**
 * Speaks at the speed of speech, and connects again when the connection is lost: it sends everything that was not
 * acknowledged once more. Resolves when all was heard.
 */
export async function speakLive(options: SpeakOptions): Promise<SpokenTrack> {
	const { urls, meetingId, token, pcm, language, onFrame, onStart } = options;
	const lengthMs = pcm.length / BYTES_PER_MS;
	let startMs: number | null = null;
	let ackMs = 0;

	/** Called when captions have failed while the connection stays: this speaker connects elsewhere. */
	let onTrackEnded = (_failure: Frame): void => undefined;

	function take(frame: Frame): void {
		if (frame.type === "ack") ackMs = frame.audioMs;
		if (frame.type === "captions" && frame.state !== "on") onTrackEnded(frame);
		onFrame?.(frame);
	}

	/** Sends what is to be sent, as it is said. Returns when the connection is lost or the track has ended. */
	async function send(socket: LiveSocket, beginMs: number, isOpen: () => boolean): Promise<void> {
		for (let atMs = ackMs; atMs < lengthMs && isOpen(); ) {
			if (atMs > performance.now() - beginMs) await Bun.sleep(CHUNK_MS / 2);
			else {
				socket.send(pcm.subarray(atMs * BYTES_PER_MS, (atMs + CHUNK_MS) * BYTES_PER_MS));
				atMs += CHUNK_MS;
			}
		}
		if (isOpen()) socket.send({ type: "stop" });
	}

	for (let attempt = 0; ; attempt++) {
		const url = urls[attempt % urls.length] ?? "";
		const socket = await openSocket(url, { meetingId, token, role: "publish", onFrame: take });
		let isOpen = true;
		let failure: Frame | null = null;
		onTrackEnded = (frame) => {
			failure = frame;
			socket.close();
		};
		const closed = socket.closed.then((end) => {
			isOpen = false;
			return end;
		});
		socket.send({ type: "start", encoding: "pcm_s16le", sampleRate: 16_000, ...(language && { language }) });
		const answer = await Promise.race([socket.next("ack").catch(() => null), closed.then(() => null)]);
		if (answer !== null) {
			if (startMs === null) {
				startMs = performance.now();
				onStart?.(startMs);
			}
			await send(socket, startMs, () => isOpen);
		} else socket.close();
		const { code, reason } = await closed;
		if (code === 1000 && answer !== null && failure === null) return { reconnects: attempt, ackMs };
		if (isFinal(failure)) throw new Error(`captions were refused: ${JSON.stringify(failure)}`);
		if (code >= 4400 && code < 4500 && code !== 4408) throw new Error(`speaking ended with ${code} ${reason}`);
		await Bun.sleep(PAUSE_MS);
	}
}

const isFinal = (failure: Frame | null): boolean => failure !== null && failure.state !== "busy";
