import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FairLimiter } from "#kernel/fair-queue";
import { asStorageError, type Spool } from "#platform/blobs";
import { damagedLogo, notALogo, tooManyPixels } from "./errors.ts";
import type { Pictures } from "./ports.ts";

/** Most bytes of a logo, as sent and as stored. */
export const MAX_LOGO_BYTES = 256 * 1024;
/** Most pixels of a picture that is sent: one of 4096 × 4096. */
const MAX_PIXELS = 4096 * 4096;
/** Size of the stored logo at most, in pixels: sharp where it is shown 64 high, on any display. */
const MAX_SIZE = { maxWidth: 512, maxHeight: 256 };
/** Pictures decoded at once: each may take 150 MB. */
const SLOTS = 2;

/** A logo to be stored: a PNG with its size in pixels. */
export interface DrawnLogo {
	readonly png: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** Makes a logo of a file that an organization has sent. */
export type DrawLogo = (orgId: string, file: Uint8Array, signal: AbortSignal) => Promise<DrawnLogo>;

/**
 * Creates the function that makes a logo of a file: its content decides what it is, and only its pixels are kept.
 * @throws `unsupported_media_type` `media_unreadable` `validation_failed` `storage_full` `unavailable`
 */
export function createDrawLogo({ spool, pictures }: { spool: Spool; pictures: Pictures }): DrawLogo {
	const limiter = new FairLimiter(SLOTS, 1);

	async function draw(file: Uint8Array, signal: AbortSignal): Promise<DrawnLogo> {
		const directory = await spool.directory();
		try {
			const [input, output] = [join(directory.path, "sent"), join(directory.path, "drawn")];
			await writeFile(input, file, { mode: 0o600 });
			const drawn = await pictures.draw({ input, output, maxPixels: MAX_PIXELS, ...MAX_SIZE, signal });
			if (drawn === "disk_full") throw Object.assign(new Error("a logo could not be drawn"), { code: "ENOSPC" });
			if (drawn === "too_many_pixels") throw tooManyPixels(MAX_PIXELS);
			if (drawn === "unreadable") throw damagedLogo();
			const png = await Bun.file(output).bytes();
			// A colour profile is kept, and may be large.
			if (png.length > MAX_LOGO_BYTES) throw damagedLogo();
			return { ...drawn, png };
		} catch (error) {
			throw asStorageError(error);
		} finally {
			await directory.close();
		}
	}

	return async (orgId, file, signal) => {
		if (!isPicture(file)) throw notALogo();
		if (isCutOff(file)) throw damagedLogo();
		return limiter.run(orgId, signal, () => draw(file, signal));
	};
}

const startsWith = (file: Uint8Array, ...bytes: readonly number[]): boolean =>
	bytes.every((byte, at) => file[at] === byte);

const isJpeg = (file: Uint8Array): boolean => startsWith(file, 0xff, 0xd8, 0xff);

/** Whether a file begins as a PNG, a JPEG or a WebP of one picture; names and announced types mean nothing. */
function isPicture(file: Uint8Array): boolean {
	const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 64)).toString("latin1");
	if (isJpeg(file) || head.startsWith("\x89PNG\r\n\x1a\n")) return true;
	// The flag of an animation, in the header of an extended file.
	const isAnimated = head.startsWith("VP8X", 12) && ((file[20] ?? 0) & 2) !== 0;
	return head.startsWith("RIFF") && head.startsWith("WEBP", 8) && !isAnimated;
}

/** Whether a JPEG ends before its picture does: decoders fill in what is missing and report success. */
function isCutOff(file: Uint8Array): boolean {
	if (!isJpeg(file)) return false;
	const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
	const [end, scan] = [0xd9, 0xda].map((marker) => bytes.lastIndexOf(Buffer.of(0xff, marker)));
	return (end ?? 0) < (scan ?? 0);
}
