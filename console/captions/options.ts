const CHOICES = {
	/** Per cent. */
	size: ["100", "150", "200", "300", "400"],
	contrast: ["auto", "dark", "light", "yellow"],
	position: ["full", "top", "bottom"],
} as const;

/** How captions are shown. */
export interface Options {
	readonly size: (typeof CHOICES.size)[number];
	readonly contrast: (typeof CHOICES.contrast)[number];
	readonly position: (typeof CHOICES.position)[number];
	/** Language of the translation, BCP 47; null: none is shown. */
	readonly translation: string | null;
	/** Whether what was said is shown as it was said. */
	readonly original: boolean;
	/** One line of each final, which is never rewritten. */
	readonly still: boolean;
}

export { CHOICES };

const KEPT = "parley.captions";
const OVERLAY: Options = {
	size: "200",
	contrast: "dark",
	position: "bottom",
	translation: null,
	original: true,
	still: false,
};
const PAGE: Options = { ...OVERLAY, size: "150", contrast: "auto", position: "full" };

const query = new URLSearchParams(location.search);

/** Whether captions alone are shown, on a transparent background. */
export const isOverlay = query.has("overlay");
/** Lines that an overlay has. */
export const overlayLines = Math.min(Math.max(Number(query.get("lines")) || 2, 1), 10);

/** Reads the options: those of the address, then what was chosen in this browser; an overlay is as its address says. */
export function readOptions(): Options {
	const base = isOverlay ? OVERLAY : { ...PAGE, ...kept() };
	const chosen = <K extends keyof typeof CHOICES>(name: K): Options[K] => {
		const known: readonly string[] = CHOICES[name];
		const given = query.get(name) ?? base[name];
		return (known.includes(given) ? given : base[name]) as Options[K];
	};
	const flag = (name: "original" | "still") => (query.has(name) ? query.get(name) !== "off" : base[name]);
	const translation = query.get("translation") ?? base.translation;
	return {
		size: chosen("size"),
		contrast: chosen("contrast"),
		position: chosen("position"),
		translation,
		original: translation === null || flag("original"),
		still: flag("still"),
	};
}

/** Keeps what was chosen, for this browser. */
export const keepOptions = (options: Options): void => localStorage.setItem(KEPT, JSON.stringify(options));

/** Returns the query of an overlay with these options. */
export function overlayQuery({ size, contrast, position, translation, original, still }: Options): string {
	const shown = new URLSearchParams({
		size,
		contrast: contrast === "auto" ? "dark" : contrast,
		position: position === "top" ? "top" : "bottom",
	});
	if (translation !== null) shown.set("translation", translation);
	if (!original) shown.set("original", "off");
	if (still) shown.set("still", "on");
	return `?overlay&${shown}`;
}

function kept(): Partial<Options> {
	try {
		return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
	} catch {
		return {};
	}
}
