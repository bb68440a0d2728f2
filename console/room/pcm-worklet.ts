/** What runs beside the sound: it has no imports, and its file is built by itself. */
declare const registerProcessor: (name: string, processor: new () => object) => void;
declare class AudioWorkletProcessor {
	readonly port: MessagePort;
}

/** Samples of a frame: 100 ms at 16 kHz. */
const FRAME = 1_600;

registerProcessor(
	"pcm",
	class extends AudioWorkletProcessor {
		#frame = new Int16Array(FRAME);
		#length = 0;
		#peak = 0;

		process([input]: readonly (readonly Float32Array[])[]): boolean {
			for (const sample of input?.[0] ?? []) {
				this.#peak = Math.max(this.#peak, Math.abs(sample));
				this.#frame[this.#length++] = Math.max(-1, Math.min(1, sample)) * 32_767;
				if (this.#length === FRAME) this.#post();
			}
			return true;
		}

		#post(): void {
			this.port.postMessage({ pcm: this.#frame, peak: this.#peak }, [this.#frame.buffer]);
			this.#frame = new Int16Array(FRAME);
			this.#length = 0;
			this.#peak = 0;
		}
	},
);
