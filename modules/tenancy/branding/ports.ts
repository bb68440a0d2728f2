/** A picture to be drawn anew. */
export interface DrawTask {
	/** File with the picture; nothing in it is trusted. */
	readonly input: string;
	/** File to be written: a PNG with the pixels of the picture and nothing else of it. */
	readonly output: string;
	/** Most pixels that the picture may have. */
	readonly maxPixels: number;
	/** The PNG fits within these, in pixels; a smaller picture keeps its size. */
	readonly maxWidth: number;
	readonly maxHeight: number;
	readonly signal: AbortSignal;
}

/** What became of a picture: its size as a PNG, or why there is none. */
export type Drawn =
	| { readonly width: number; readonly height: number }
	| "unreadable"
	| "too_many_pixels"
	| "disk_full";

/** Decodes pictures in a child process with limits, and draws them anew: what is not a pixel does not come through. */
export interface Pictures {
	/** @throws `unavailable` when the process was stopped from outside, the reason of `signal` */
	draw(task: DrawTask): Promise<Drawn>;
}
