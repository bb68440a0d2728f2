/** The package names a file of types that it does not have. */
declare module "node-webvtt" {
	/** A cue as written: times in seconds, text with its markup. */
	interface RawCue {
		readonly identifier: string;
		readonly start: number;
		readonly end: number;
		readonly text: string;
	}
	/** Reads a file of WebVTT; throws for one it does not understand. */
	const webvtt: {
		parse(text: string, options: { meta: boolean; strict: boolean }): { readonly cues: readonly RawCue[] };
	};
	export default webvtt;
}
