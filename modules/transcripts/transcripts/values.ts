export { SEGMENT_SOURCES } from "#db/schema";

/** Formats in which a transcript is exported. */
export const FORMATS = ["json", "vtt", "srt", "txt"] as const;
export type Format = (typeof FORMATS)[number];

/** Media types of exports. */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
	json: "application/json;charset=utf-8",
	vtt: "text/vtt;charset=utf-8",
	srt: "application/x-subrip;charset=utf-8",
	txt: "text/plain;charset=utf-8",
};

/** Most characters of what an importer states about consent. */
export const MAX_STATEMENT = 500;
