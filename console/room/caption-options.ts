import type { LineOptions } from "../captions/lines.ts";
import { Store } from "./store.ts";

export const CAPTION_CHOICES = {
	/** In px. */
	size: ["14", "18", "22", "28", "34", "40"],
	contrast: ["auto", "dark", "light", "yellow"],
	position: ["side", "below", "over"],
} as const;

/** How a reader sees captions. */
export interface CaptionOptions extends LineOptions {
	readonly size: (typeof CAPTION_CHOICES.size)[number];
	readonly contrast: (typeof CAPTION_CHOICES.contrast)[number];
	readonly position: (typeof CAPTION_CHOICES.position)[number];
	readonly isShown: boolean;
}

const KEPT = "parley.room.captions";
const USUAL: CaptionOptions = {
	size: "18",
	contrast: "auto",
	position: "side",
	translation: null,
	original: true,
	still: false,
	isShown: true,
};

/** What was chosen in this browser. */
export const captionOptions = new Store<CaptionOptions>({ ...USUAL, ...kept() });

export function chooseCaptions(part: Partial<CaptionOptions>): void {
	captionOptions.set(part);
	localStorage.setItem(KEPT, JSON.stringify(captionOptions.value));
}

function kept(): Partial<CaptionOptions> {
	try {
		return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
	} catch {
		return {};
	}
}
