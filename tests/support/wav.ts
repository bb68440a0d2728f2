/**
 * Creates a WAV file: a tone of 440 Hz, 16 bit mono at 16 kHz.
 * @param bytes size of the whole file, from 46, even
 */
export function wavOf(bytes: number): Uint8Array<ArrayBuffer> {
	const file = new Uint8Array(bytes);
	const view = new DataView(file.buffer);
	file.set(wavHeader(bytes));
	for (let at = 44, n = 0; at < bytes - 1; at += 2, n++)
		view.setInt16(at, Math.round(8000 * Math.sin((2 * Math.PI * 440 * n) / 16_000)), true);
	return file;
}

/** Creates the header of a WAV file, 16 bit mono at 16 kHz. @param bytes size of the whole file */
export function wavHeader(bytes: number): Uint8Array<ArrayBuffer> {
	const header = new Uint8Array(44);
	const view = new DataView(header.buffer);
	const text = (at: number, value: string) => void new TextEncoder().encodeInto(value, header.subarray(at));
	text(0, "RIFF");
	view.setUint32(4, bytes - 8, true);
	text(8, "WAVEfmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, 1, true);
	view.setUint32(24, 16_000, true);
	view.setUint32(28, 32_000, true);
	view.setUint16(32, 2, true);
	view.setUint16(34, 16, true);
	text(36, "data");
	view.setUint32(40, bytes - 44, true);
	return header;
}
