import { findSoundType } from "./devices.ts";
import type { OpenTrack } from "./tracks.ts";

/** A second is kept at a time: what a crash costs at most. In ms. */
const PIECE_MS = 1_000;
const BITS_PER_S = 32_000;

/**
 * Records what the person says at its source: the sound before the network, without anybody else's. Who is muted is silent in
 * it. Another microphone begins another track.
 */
export class TrackRecorder {
	readonly #begin: (type: string) => OpenTrack;
	readonly #type = findSoundType();
	#microphone: MediaStreamTrack | null = null;
	#isOn = false;
	#recorder: MediaRecorder | null = null;
	#track: OpenTrack | null = null;

	/** @param begin a track of sound of a media type */
	constructor(begin: (type: string) => OpenTrack) {
		this.#begin = begin;
	}

	/** Records another microphone from now on. */
	hear(microphone: MediaStreamTrack | null): void {
		if (microphone === this.#microphone) return;
		this.#microphone = microphone;
		this.#stop();
		this.#start();
	}

	/** Begins to record, or ends. */
	record(isOn: boolean): void {
		if (isOn === this.#isOn) return;
		this.#isOn = isOn;
		if (isOn) this.#start();
		else this.#stop();
	}

	/** Ends, and gives up what was recorded and is not whole at the server yet. */
	discard(): void {
		this.#track?.discard();
		this.#track = null;
		this.record(false);
	}

	#start(): void {
		if (!this.#isOn || this.#microphone === null || this.#type === null) return;
		const recorder = new MediaRecorder(new MediaStream([this.#microphone]), {
			mimeType: this.#type,
			audioBitsPerSecond: BITS_PER_S,
		});
		const track = this.#begin(this.#type);
		recorder.ondataavailable = ({ data }) => {
			if (data.size > 0) track.add(data);
		};
		recorder.onstop = () => track.end();
		recorder.start(PIECE_MS);
		this.#recorder = recorder;
		this.#track = track;
	}

	#stop(): void {
		// A microphone that is gone has ended it.
		if (this.#recorder && this.#recorder.state !== "inactive") this.#recorder.stop();
		this.#recorder = null;
		this.#track = null;
	}
}
