/** Name of the file of the worklet beside this one; the build puts it in. */
declare const PCM_WORKLET: string;

/** A tenth of a second of sound. */
export interface PcmFrame {
	/** Signed 16 bits, 16 kHz, mono. */
	readonly pcm: Int16Array<ArrayBuffer>;
	/** Of its samples, 0…1. */
	readonly peak: number;
}

/**
 * What a microphone hears, as the server takes it: the sound that others get as well, after echo and noise were suppressed.
 * Its frames come from the thread of the sound, so they keep their pace in a tab that is not looked at.
 */
export class CaptionAudio {
	readonly #context = new AudioContext({ sampleRate: 16_000 });
	readonly #onFrame: (frame: PcmFrame) => void;
	#ready: Promise<AudioWorkletNode> | null = null;
	#source: MediaStreamAudioSourceNode | null = null;
	#track: MediaStreamTrack | null = null;

	constructor(onFrame: (frame: PcmFrame) => void) {
		this.#onFrame = onFrame;
	}

	/** Whether the browser holds the sound back until something is clicked. */
	get isHeldBack(): boolean {
		return this.#context.state === "suspended";
	}

	/** Lets the sound through; in a click, where the browser asks for one. */
	async resume(): Promise<void> {
		if (this.#context.state === "suspended") await this.#context.resume();
	}

	/** Listens to another track from now on. */
	async hear(track: MediaStreamTrack | null): Promise<void> {
		if (track === this.#track) return;
		this.#track = track;
		this.#source?.disconnect();
		this.#source = null;
		if (track === null) return;
		this.#ready ??= this.#open();
		const node = await this.#ready;
		if (this.#track !== track || this.#context.state === "closed") return;
		this.#source = this.#context.createMediaStreamSource(new MediaStream([track]));
		this.#source.connect(node);
	}

	close(): void {
		this.#track = null;
		if (this.#context.state !== "closed") void this.#context.close();
	}

	async #open(): Promise<AudioWorkletNode> {
		await this.#context.audioWorklet.addModule(new URL(PCM_WORKLET, import.meta.url).href);
		const node = new AudioWorkletNode(this.#context, "pcm", { channelCount: 1, channelCountMode: "explicit" });
		node.port.onmessage = ({ data }: MessageEvent<PcmFrame>) => this.#onFrame(data);
		// It says nothing, but what leads nowhere is not run.
		node.connect(this.#context.destination);
		return node;
	}
}
