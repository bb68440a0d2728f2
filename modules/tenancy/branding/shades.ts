/** A colour as text and buttons have it. Both `#rrggbb`. */
export interface Shades {
	/** Readable on light grounds, and under white text. */
	readonly light: string;
	/** Readable on dark grounds, and under black text. */
	readonly dark: string;
}

type Channels = readonly [red: number, green: number, blue: number];

const BLACK: Channels = [0, 0, 0];
const WHITE: Channels = [255, 255, 255];
/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5;
/** The darkest light ground and the lightest dark one on which the console and the pages have text. */
const GROUNDS = { light: [0xe9, 0xee, 0xf0], dark: [0x2e, 0x39, 0x3f] } as const satisfies Record<string, Channels>;
/** Steps from a colour to black or white. */
const STEPS = 100;

/** Returns the shades of a colour that are readable: the colour itself, or as little darker or lighter as is needed. */
export const shadesOf = (color: string): Shades => ({
	light: readable(color, GROUNDS.light, BLACK),
	dark: readable(color, GROUNDS.dark, WHITE),
});

function readable(color: string, ground: Channels, end: Channels): string {
	const start = channelsOf(color);
	for (let step = 0; step < STEPS; step++) {
		const shade = start.map((from, at) => Math.round(from + (((end[at] ?? 0) - from) * step) / STEPS));
		// On the wrong side of the ground, what contrasts with it is not readable under the text that buttons have.
		if (isBeyond(shade, ground, end) && contrast(shade, ground) >= ENOUGH) return hexOf(shade);
	}
	return hexOf(end);
}

const isBeyond = (shade: readonly number[], ground: Channels, end: Channels): boolean =>
	luminance(shade) < luminance(ground) === luminance(end) < luminance(ground);

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const hexOf = (channels: readonly number[]): string =>
	`#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;

/** The contrast ratio of two colours, 1…21. */
function contrast(one: readonly number[], other: readonly number[]): number {
	const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
	return Math.max(a, b) / Math.min(a, b);
}

/** The relative luminance of a colour, 0…1. */
function luminance(channels: readonly number[]): number {
	const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
		const part = channel / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
