import { Lines } from "../captions/lines.ts";
import type { CaptionFeed, Said } from "./caption-feed.ts";
import { captionOptions } from "./caption-options.ts";

/** In still mode: time between two lines, in ms. */
const STILL_MS = 1_000;

/** Captions as lines of a log: each is read out once, and in still mode one after the other. */
export class CaptionsView {
	readonly #list: HTMLElement;
	readonly #lines: Lines;
	readonly #ends: (() => void)[];
	#waiting: Said[] = [];
	#timer: ReturnType<typeof setInterval> | null = null;

	/** @param correction word before a line that corrects an earlier one */
	constructor(list: HTMLElement, feed: CaptionFeed, correction: string) {
		this.#list = list;
		this.#lines = new Lines(list, captionOptions.value, null, correction);
		let isFilled = false;
		const end = feed.follow((said) => (isFilled && captionOptions.value.still ? this.#wait(said) : this.#write(said)));
		isFilled = true;
		const announce = () => this.#announce(feed.now.value.isCurrent);
		// What was there before is not read out.
		requestAnimationFrame(announce);
		this.#ends = [end, feed.now.subscribe(announce), captionOptions.subscribe(() => this.#choose())];
	}

	close(): void {
		for (const end of this.#ends) end();
		if (this.#timer) clearInterval(this.#timer);
		this.#list.replaceChildren();
	}

	#announce(isCurrent: boolean): void {
		this.#list.ariaLive = isCurrent ? "polite" : "off";
	}

	#choose(): void {
		this.#lines.choose(captionOptions.value);
		if (!captionOptions.value.still) this.#writeWaiting();
	}

	#write(said: Said): void {
		if (said.type === "final") this.#lines.say(said);
		else this.#lines.translate(said);
	}

	#wait(said: Said): void {
		this.#waiting.push(said);
		if (this.#timer) return;
		this.#writeNext();
		this.#timer = setInterval(() => this.#writeNext(), STILL_MS);
	}

	#writeNext(): void {
		const next = this.#waiting.shift();
		if (next) this.#write(next);
		else if (this.#timer) {
			clearInterval(this.#timer);
			this.#timer = null;
		}
	}

	#writeWaiting(): void {
		for (const said of this.#waiting) this.#write(said);
		this.#waiting = [];
	}
}
