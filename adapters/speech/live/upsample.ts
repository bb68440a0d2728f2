/** Turns samples at 16 kHz into samples at 24 kHz, piece by piece: three for every two. */
export class Upsampler {
	/** What comes before the next piece: the last sample, and one without its neighbour. */
	private before = 0;
	private odd: number[] = [];

	/** Returns the next samples, a sixteenth of a millisecond behind. */
	next(pcm: Uint8Array): Uint8Array {
		const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
		const samples = [...this.odd, ...Array.from({ length: pcm.length >> 1 }, (_, i) => view.getInt16(i * 2, true))];
		const pairs = samples.length >> 1;
		this.odd = samples.slice(pairs * 2);
		const made = new DataView(new ArrayBuffer(pairs * 6));
		for (let pair = 0; pair < pairs; pair++) {
			const { before } = this;
			const first = samples[pair * 2] ?? 0;
			const second = samples[pair * 2 + 1] ?? 0;
			made.setInt16(pair * 6, before, true);
			made.setInt16(pair * 6 + 2, Math.round(before + ((first - before) * 2) / 3), true);
			made.setInt16(pair * 6 + 4, Math.round(first + (second - first) / 3), true);
			this.before = second;
		}
		return new Uint8Array(made.buffer);
	}
}
