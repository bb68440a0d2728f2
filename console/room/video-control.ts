import type { Media } from "./media.ts";
import type { MediaPath } from "./media-path.ts";
import {
	isStruggling,
	MOST_GIVEN_UP,
	planFor,
	SCREEN_LIMIT,
	type Totals,
	totalsOf,
	VOICE_LIMIT,
} from "./video-plan.ts";

/** How often it is looked whether the machine keeps up, in ms. */
const LOOK_MS = 5_000;
/** How long it has to keep up until it is given more again, in ms. */
const RECOVERED_MS = 60_000;
/** How long after somebody has left pictures become larger, in ms: they may be back. */
const CALM_MS = 5_000;

/** Sends pictures as there are people, and as the machine is able to. */
export class VideoControl {
	readonly #path: MediaPath;
	readonly #media: Media;
	/** Called when the pictures of the others are given up, and when they are shown again. */
	readonly #onPictures: (areOff: boolean) => void;
	readonly #timer = setInterval(() => void this.#look(), LOOK_MS);
	#people = 0;
	#raise: ReturnType<typeof setTimeout> | null = null;
	#givenUp = 0;
	#totals: Totals | null = null;
	#changedAtMs = 0;
	/** What was applied last. */
	#applied = "";

	constructor(path: MediaPath, media: Media, onPictures: (areOff: boolean) => void) {
		this.#path = path;
		this.#media = media;
		this.#onPictures = onPictures;
		path.limit("voice", VOICE_LIMIT);
		path.limit("screen", SCREEN_LIMIT);
	}

	/** People, camera or screen may have changed. */
	update(): void {
		const people = this.#path.receivers + 1;
		if (people >= this.#people) {
			this.#people = people;
			if (this.#raise) clearTimeout(this.#raise);
			this.#raise = null;
		} else
			this.#raise ??= setTimeout(() => {
				this.#raise = null;
				this.#people = this.#path.receivers + 1;
				this.#apply();
			}, CALM_MS);
		this.#apply();
	}

	close(): void {
		clearInterval(this.#timer);
		if (this.#raise) clearTimeout(this.#raise);
	}

	#apply(): void {
		const { camera, screen } = this.#media.store.value;
		const plan = planFor(this.#people, screen !== null, this.#givenUp);
		const { width, height, framesPerSecond, bitsPerSecond } = plan;
		const key = JSON.stringify([plan, camera?.id]);
		if (key === this.#applied) return;
		this.#applied = key;
		this.#path.limit("picture", { maxBitrate: bitsPerSecond, maxFramerate: framesPerSecond });
		const size = { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: framesPerSecond } };
		// A camera that cannot is scaled by the sender.
		void camera?.applyConstraints(size).catch(() => undefined);
	}

	async #look(): Promise<void> {
		const before = this.#totals;
		const now = await totalsOf(this.#path.connections);
		this.#totals = now;
		// A connection more or less makes the sums incomparable.
		if (before === null || now.samples < before.samples) return;
		if (isStruggling(before, now)) this.#give(Math.min(this.#givenUp + 1, MOST_GIVEN_UP));
		else if (this.#givenUp > 0 && performance.now() - this.#changedAtMs > RECOVERED_MS) this.#give(this.#givenUp - 1);
	}

	#give(givenUp: number): void {
		if (givenUp === this.#givenUp) {
			this.#changedAtMs = performance.now();
			return;
		}
		const areOff = givenUp === MOST_GIVEN_UP;
		const wereOff = this.#givenUp === MOST_GIVEN_UP;
		this.#givenUp = givenUp;
		this.#changedAtMs = performance.now();
		if (areOff !== wereOff) {
			this.#path.wantPictures(!areOff);
			this.#onPictures(areOff);
		}
		this.#apply();
	}
}
