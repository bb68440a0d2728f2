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

const HEADER_BYTES = 44;
const SAMPLE_RATE = 16_000;

/** Returns samples from -1 to 1 as a WAV file of one channel of 16-bit numbers at 16 kHz, which every engine reads. */
function encodeWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(HEADER_BYTES + samples.length * 2);
	const view = new DataView(bytes.buffer);
	const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
	text(0, "RIFF");
	view.setUint32(4, bytes.length - 8, true);
	text(8, "WAVEfmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, 1, true);
	view.setUint32(24, SAMPLE_RATE, true);
	view.setUint32(28, SAMPLE_RATE * 2, true);
	view.setUint16(32, 2, true);
	view.setUint16(34, 16, true);
	text(36, "data");
	view.setUint32(40, samples.length * 2, true);
	for (const [index, sample] of samples.entries())
		view.setInt16(HEADER_BYTES + index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
	return bytes;
}
