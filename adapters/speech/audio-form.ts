import { encodeWav } from "./wav.ts";

/** A multipart body and its content type. */
export interface EncodedForm {
	readonly body: Uint8Array<ArrayBuffer>;
	readonly contentType: string;
}

/** Returns the form that a transcription is asked for with: the audio as a WAV file, and these fields. */
export async function encodeAudioForm(
	window: Float32Array,
	fields: readonly (readonly [name: string, value: string])[],
): Promise<EncodedForm> {
	const form = new FormData();
	form.set("file", new Blob([encodeWav(window)], { type: "audio/wav" }), "audio.wav");
	for (const [name, value] of fields) form.append(name, value);
	const encoded = new Response(form);
	// First, because Bun forgets it with the body.
	const contentType = encoded.headers.get("content-type") ?? "multipart/form-data";
	return { body: await encoded.bytes(), contentType };
}
