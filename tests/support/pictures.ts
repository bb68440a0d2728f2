import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Returns a chunk of a PNG. */
export function chunkOf(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
	const chunk = Buffer.alloc(12 + data.length);
	chunk.writeUInt32BE(data.length, 0);
	chunk.write(type, 4, "latin1");
	chunk.set(data, 8);
	chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
	return new Uint8Array(chunk);
}

/** Joins parts of a file. */
export const joined = (...parts: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> =>
	new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part))));

/** A PNG to be made. */
export interface PngOptions {
	readonly width: number;
	readonly height: number;
	/** Red, green and blue of a pixel; default: petrol everywhere. */
	readonly pixel?: (x: number, y: number) => readonly [number, number, number];
	/** Chunks between header and pixels. */
	readonly extra?: readonly Uint8Array[];
	/** Size that the header states; default: that of the pixels. */
	readonly stated?: readonly [width: number, height: number];
}

/** Returns a PNG without transparency. */
export function pngOf({
	width,
	height,
	pixel = () => [11, 92, 110],
	extra = [],
	stated = [width, height],
}: PngOptions): Uint8Array<ArrayBuffer> {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(stated[0], 0);
	header.writeUInt32BE(stated[1], 4);
	header.set([8, 2, 0, 0, 0], 8);
	const rows = Buffer.alloc(height * (1 + 3 * width));
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * (1 + 3 * width) + 1 + 3 * x);
	return joined(
		SIGNATURE,
		chunkOf("IHDR", header),
		...extra,
		chunkOf("IDAT", deflateSync(rows)),
		chunkOf("IEND", new Uint8Array()),
	);
}

/** One pixel as a WebP whose bytes are all ASCII, so that it can be sent as a text. */
export const ASCII_PICTURE = "RIFF\x16\0\0\0WEBPVP8L\x09\0\0\0\x2f\0\0\0\0\x28\x40\x44\x04\0";
