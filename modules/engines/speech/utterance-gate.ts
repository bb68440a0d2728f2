import { BEGINS_AT, ENDS_AT, FRAME_MS } from "./windows.ts";

/** A pause that ends an utterance, in frames: as short as people leave between sentences. */
const PAUSE = Math.ceil(480 / FRAME_MS);
/** What ends an utterance that has gone on for long: a breath, in frames. */
const BREATH = Math.ceil(190 / FRAME_MS);
const LONG = Math.ceil(10_000 / FRAME_MS);
/** An utterance is cut here, even if somebody is still speaking. */
const LONGEST = Math.floor(24_000 / FRAME_MS);
/** What is shorter is a click, in frames. */
const SHORTEST = Math.ceil(160 / FRAME_MS);

/** What a frame does to an utterance. A `cut` is an end in the middle of speech. */
export type GateStep = "silence" | "begins" | "goes on" | "ends" | "cut";

/** Finds where utterances begin and end, frame by frame, as they are spoken. */
export class UtteranceGate {
	private frames = 0;
	private loud = 0;
	private quiet = 0;

	/** Whether somebody speaks. */
	get isOpen(): boolean {
		return this.frames > 0;
	}

	/** Whether the utterance has been long enough to be speech. */
	get isSpeech(): boolean {
		return this.loud >= SHORTEST;
	}

	/** Takes the probability of speech of the next frame, 0…1. After an end it is closed by {@link close}. */
	push(probability: number): GateStep {
		if (this.frames === 0 && probability < BEGINS_AT) return "silence";
		this.frames++;
		const isLoud = probability >= ENDS_AT;
		this.quiet = isLoud ? 0 : this.quiet + 1;
		if (isLoud) this.loud++;
		if (this.quiet >= (this.frames > LONG ? BREATH : PAUSE)) return "ends";
		if (this.frames >= LONGEST) return "cut";
		return this.frames === 1 ? "begins" : "goes on";
	}

	/** Starts over, in silence. */
	close(): void {
		this.frames = 0;
		this.loud = 0;
		this.quiet = 0;
	}
}
