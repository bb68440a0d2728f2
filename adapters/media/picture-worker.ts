import { writeFile } from "node:fs/promises";
import type { Drawn, DrawTask } from "#modules/tenancy/branding";

/** Bytes of a PNG from which its colours are reduced to 256: then it has less than one byte per pixel. */
const MANY_BYTES = 128 * 1024;

/** Draws a picture and prints its size, or why it could not. The whole process is for this one picture. */
export async function runPictureWorker(task: Omit<DrawTask, "signal">): Promise<void> {
	process.stdout.write(JSON.stringify(await draw(task)));
}

async function draw({ input, output, maxPixels, maxWidth, maxHeight }: Omit<DrawTask, "signal">): Promise<Drawn> {
	const file = await Bun.file(input).bytes();
	const fitted = () =>
		new Bun.Image(file, { maxPixels }).resize(maxWidth, maxHeight, { fit: "inside", withoutEnlargement: true });
	try {
		const exact = await fitted().png({ compressionLevel: 9 }).bytes();
		const png = exact.length <= MANY_BYTES ? exact : await fitted().png({ palette: true, dither: true }).bytes();
		const { width, height } = await new Bun.Image(png).metadata();
		await writeFile(output, png);
		return { width, height };
	} catch (error) {
		const { code } = error as { readonly code?: string };
		if (code === "ENOSPC") return "disk_full";
		return code === "ERR_IMAGE_TOO_MANY_PIXELS" ? "too_many_pixels" : "unreadable";
	}
}
