/** The parser and validator of the W3C (https://github.com/w3c/webvtt.js), which has no types. */
declare module "webvtt-parser" {
	export class WebVTTParser {
		/** @param mode what the texts of cues are checked as */
		parse(
			text: string,
			mode: "metadata" | "subtitles/captions/descriptions" | "chapters",
		): {
			readonly cues: readonly unknown[];
			readonly errors: readonly { readonly message: string; readonly line: number }[];
		};
	}
}
