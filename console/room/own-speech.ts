import type { CaptionsMessage } from "#client";
import { CaptionAudio, type PcmFrame } from "./caption-audio.ts";
import type { Consents } from "./consents.ts";
import type { LiveSocket } from "./live-socket.ts";
import { TrackRecorder } from "./track-recorder.ts";
import type { OpenTrack } from "./tracks.ts";

/** Why own speech is not captioned; null: it is, or is not to be. */
export type CaptionFault = "busy" | "refused" | null;

export interface OwnSpeechOptions {
	/** Whether the meeting has live captions at the moment. */
	readonly hasCaptions: () => boolean;
	/** Whether own speech is among them. */
	readonly isCaptioned: boolean;
	/** Whether it is recorded once the meeting is. */
	readonly isRecorded: boolean;
	/** Begins a track of it. @param aheadMs how far the clock of the server is ahead of this one */
	readonly beginTrack: (type: string, aheadMs: number) => OpenTrack;
	readonly socket: LiveSocket;
	readonly isMuted: () => boolean;
	/** Called ten times a second. @param peak of the samples, 0…1 */
	readonly onPeak: (peak: number) => void;
	readonly onFault: (fault: CaptionFault) => void;
}

/** After so long it is asked again for captions that were refused: others may have agreed meanwhile. In ms. */
const REFUSED_MS = 15_000;

/** What becomes of what the person says: captions and a recording, each as far as they agree. */
export class OwnSpeech {
	readonly #options: OwnSpeechOptions;
	readonly #audio: CaptionAudio;
	readonly #recorder: TrackRecorder;
	#isCaptioned: boolean;
	#isRecorded: boolean;
	/** Whether the meeting is recorded. */
	#isRecording = false;
	#aheadMs = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(options: OwnSpeechOptions) {
		const { isCaptioned, isRecorded, beginTrack } = options;
		this.#options = options;
		this.#isCaptioned = isCaptioned;
		this.#isRecorded = isRecorded;
		this.#audio = new CaptionAudio((frame) => this.#onFrame(frame));
		this.#recorder = new TrackRecorder((type) => beginTrack(type, this.#aheadMs));
	}

	/** Whether the browser holds the sound back until something is clicked. */
	get isHeldBack(): boolean {
		return this.#audio.isHeldBack;
	}

	/** Lets the sound through, in a click. */
	readonly resume = (): Promise<void> => this.#audio.resume();

	hear(microphone: MediaStreamTrack | null): void {
		void this.#audio.hear(microphone);
		this.#recorder.hear(microphone);
	}

	/** What was said so far is a sentence. */
	finish(): void {
		if (this.#isCaptioned && this.#options.hasCaptions()) this.#options.socket.send({ type: "finalize" });
	}

	/** Takes what the person has agreed to; it counts from now on. */
	agree({ transcription, recording }: Consents): void {
		this.#isCaptioned = transcription === "granted";
		if (this.#isCaptioned) this.#options.socket.startAudio();
		else this.#options.onFault(null);
		this.#isRecorded = recording === "granted";
		if (this.#isRecorded) this.record(this.#isRecording);
		else this.#recorder.discard();
	}

	/** Compares the clocks. */
	tell(serverTime: string): void {
		this.#aheadMs = Date.parse(serverTime) - Date.now();
	}

	/** The meeting is recorded from now on, or no longer. */
	record(isOn: boolean): void {
		this.#isRecording = isOn;
		this.#recorder.record(isOn && this.#isRecorded);
	}

	/** The meeting has captions again. */
	caption(): void {
		if (this.#isCaptioned) this.#options.socket.startAudio();
	}

	onCaptions({ state }: CaptionsMessage): void {
		const { socket, onFault } = this.#options;
		const isFault = this.#isCaptioned && (state === "busy" || state === "refused");
		onFault(isFault ? state : null);
		if (!isFault || state !== "refused") return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => socket.startAudio(), REFUSED_MS);
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#recorder.record(false);
		this.#audio.close();
	}

	#onFrame({ pcm, peak }: PcmFrame): void {
		const { hasCaptions, socket, isMuted, onPeak } = this.#options;
		const isSilent = isMuted();
		onPeak(isSilent ? 0 : peak);
		if (hasCaptions() && this.#isCaptioned && !isSilent) socket.sendAudio(pcm);
	}
}
