import type { Container, SniffedMedia } from "./ports.ts";

/** Bytes from the beginning of a file that {@link sniff} needs; fewer where the file is shorter. */
export const SNIFF_BYTES = 8192;

/** Media types of the brands of ISO media files, by the beginning of the brand. Images have the same structure. */
const BRANDS: readonly (readonly [brand: RegExp, contentType: string])[] = [
	[/^M4[AB] /, "audio/mp4"],
	[/^qt {2}/, "video/quicktime"],
	[/^3g[2eghprst]/, "video/3gpp"],
	[/^(iso[2-9a-z]|mp4[12]|mp71|avc1|av01|dash|cmf[acsf]|hlsf|mmp4|MSNV|M4[VP] |F4[VAP] |XAVC)/, "video/mp4"],
];

/** First packets of the streams of an Ogg file. */
const OGG_STREAMS: readonly (readonly [magic: string, kind: "audio" | "video"])[] = [
	["OpusHead", "audio"],
	["\x01vorbis", "audio"],
	["\x7fFLAC", "audio"],
	["Speex   ", "audio"],
	["\x80theora", "video"],
	["fishead\0", "video"],
];

/** Reads a part byte by byte, each as one character. */
const text = (bytes: Buffer, start: number, end: number): string => bytes.toString("latin1", start, end);

const audio = (container: Container, contentType: string): SniffedMedia => ({ container, contentType, kind: "audio" });

/**
 * Recognizes audio and video by content; names and announced types mean nothing. Returns null for everything else:
 * documents, archives, programs, images, playlists, and media that could also be read as a page or a document.
 * @param head the first {@link SNIFF_BYTES} of a file
 */
export function sniff(head: Uint8Array): SniffedMedia | null {
	const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, SNIFF_BYTES));
	if (bytes.length < 16 || readsAsDocument(bytes)) return null;
	return sniffMatroska(bytes) ?? sniffMp4(bytes) ?? sniffOgg(bytes) ?? sniffChunks(bytes) ?? sniffFrames(bytes);
}

/** Whether the beginning of a file would also be taken for a document: PDF readers and browsers search it. */
function readsAsDocument(bytes: Buffer): boolean {
	return /%PDF-|<!doctype|<html|<script|<svg|<\?xml|#EXTM3U|^ffconcat/i.test(text(bytes, 0, 1024));
}

function sniffMatroska(bytes: Buffer): SniffedMedia | null {
	if (bytes.readUInt32BE(0) !== 0x1a_45_df_a3) return null;
	// DocType, an element of the header: id, length, text.
	const [, docType] = /\x42\x82[\x84\x88](webm|matroska)/.exec(text(bytes, 4, 128)) ?? [];
	if (docType === undefined) return null;
	return { container: "matroska", contentType: docType === "webm" ? "video/webm" : "video/x-matroska", kind: "video" };
}

function sniffMp4(bytes: Buffer): SniffedMedia | null {
	const size = bytes.readUInt32BE(0);
	if (text(bytes, 4, 8) !== "ftyp" || size < 16 || size > 1024 || size % 4 !== 0) return null;
	const major = text(bytes, 8, 12);
	const [, contentType] = BRANDS.find(([brand]) => brand.test(major)) ?? [];
	if (contentType === undefined) return null;
	return { container: "mp4", contentType, kind: contentType === "audio/mp4" ? "audio" : "video" };
}

function sniffOgg(bytes: Buffer): SniffedMedia | null {
	// A page of version 0 that begins a stream; its segment table tells where the first packet starts.
	if (text(bytes, 0, 4) !== "OggS" || bytes[4] !== 0 || bytes[5] !== 2) return null;
	const packet = 27 + (bytes[26] ?? 0);
	const stream = OGG_STREAMS.find(([magic]) => text(bytes, packet, packet + magic.length) === magic);
	return stream ? { container: "ogg", contentType: `${stream[1]}/ogg`, kind: stream[1] } : null;
}

/** Recognizes the formats of chunks with a length. */
function sniffChunks(bytes: Buffer): SniffedMedia | null {
	const magic = text(bytes, 0, 4);
	if (/^(RIFF|RF64)$/.test(magic) && text(bytes, 8, 12) === "WAVE") return audio("wav", "audio/wav");
	return sniffFlac(bytes);
}

function sniffFlac(bytes: Buffer): SniffedMedia | null {
	// The first block is STREAMINFO, 34 bytes: the smallest and the largest block, then 20 bits of the sample rate.
	if (text(bytes, 0, 4) !== "fLaC" || bytes.length < 42 || (bytes.readUInt32BE(4) & 0x7f_ff_ff_ff) !== 34) return null;
	const smallest = bytes.readUInt16BE(8);
	const hz = bytes.readUInt32BE(18) >>> 12;
	return smallest >= 16 && smallest <= bytes.readUInt16BE(10) && hz > 0 ? audio("flac", "audio/flac") : null;
}

/** Recognizes MPEG audio, which has no header: two frames must follow each other, after an ID3 tag if there is one. */
function sniffFrames(bytes: Buffer): SniffedMedia | null {
	const start = endOfId3(bytes);
	if (start === null) return null;
	// The tag is longer than what is looked at: pictures. The decoder finds out what follows.
	if (start + 8 > bytes.length) return start > 0 ? audio("mp3", "audio/mpeg") : null;
	for (const [lengthOf, media] of [
		[mp3FrameLength, audio("mp3", "audio/mpeg")],
		[adtsFrameLength, audio("adts", "audio/aac")],
	] as const) {
		const length = lengthOf(bytes, start);
		if (length === null) continue;
		const next = start + length;
		if (next + 8 > bytes.length ? length < bytes.length : lengthOf(bytes, next) !== null) return media;
	}
	return null;
}

/** Returns the offset after the ID3v2 tag, 0 without one; null where it is malformed. */
function endOfId3(bytes: Buffer): number | null {
	if (text(bytes, 0, 3) !== "ID3") return 0;
	const [major = 0, , flags = 0, a = 0, b = 0, c = 0, d = 0] = bytes.subarray(3, 10);
	if (major < 2 || major > 4 || (a | b | c | d) > 0x7f) return null;
	const footer = flags & 0x10 ? 10 : 0;
	return 10 + ((a << 21) | (b << 14) | (c << 7) | d) + footer;
}

/** Bit rates of layer III in kbit/s by their index: version 1, versions 2 and 2.5. */
const MP3_RATES = [
	[0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	[0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Returns the length of the MPEG layer III frame at an offset in bytes; null where there is none. */
function mp3FrameLength(bytes: Buffer, at: number): number | null {
	const header = bytes.readUInt32BE(at);
	const version = (header >>> 19) & 3;
	const layer = (header >>> 17) & 3;
	if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1) return null;
	const kbits = MP3_RATES[version === 3 ? 0 : 1][(header >>> 12) & 15];
	const hz = [44_100, 48_000, 32_000][(header >>> 10) & 3];
	if (!kbits || !hz) return null;
	const scale = version === 3 ? 1 : version === 2 ? 2 : 4;
	const samples = version === 3 ? 144 : 72;
	return Math.floor((samples * kbits * 1000) / (hz / scale)) + ((header >>> 9) & 1);
}

/** Returns the length of the ADTS frame at an offset in bytes; null where there is none. */
function adtsFrameLength(bytes: Buffer, at: number): number | null {
	if ((bytes.readUInt16BE(at) & 0xff_f6) !== 0xff_f0 || (((bytes[at + 2] ?? 0) >> 2) & 15) > 12) return null;
	const length = (bytes.readUInt32BE(at + 2) >>> 5) & 0x1f_ff_ff & 0x1f_ff;
	return length >= 8 ? length : null;
}

/** Bytes from the end of a file that {@link endsAsArchive} needs: the end record of a ZIP with the longest comment. */
export const ARCHIVE_TAIL_BYTES = 22 + 0xff_ff;

/** Whether the end of a file makes it a ZIP archive: a JAR or a document, regardless of its beginning. */
export function endsAsArchive(tail: Uint8Array): boolean {
	const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
	const record = bytes.lastIndexOf("PK\x05\x06", bytes.length, "latin1");
	return record >= 0 && record + 22 <= bytes.length && record + 22 + bytes.readUInt16LE(record + 20) === bytes.length;
}
