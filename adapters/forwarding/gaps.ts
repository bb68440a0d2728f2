/** Packets after which one that is missing was lost: before, it may have been overtaken. */
const OVERTAKEN = 3;
/** A jump of so many packets is another numbering. */
const JUMP = 1_000;

/** Finds out by the numbers of packets, of 16 bits, that one was lost on its way. */
export class Gaps {
	#latest: number | null = null;
	#missing: number | null = null;
	#since = 0;

	/** Takes the number of the packet that has come. @returns whether one before it is lost for good; once for each gap */
	isLost(seq: number): boolean {
		const ahead = this.#latest === null ? 1 : (seq - this.#latest) & 0xffff;
		if (seq === this.#missing) this.#missing = null;
		if (ahead === 0 || ahead > 0x8000) return false;
		if (ahead > 1 && ahead < JUMP && this.#missing === null) {
			this.#missing = (seq - 1) & 0xffff;
			this.#since = 0;
		}
		this.#latest = seq;
		if (this.#missing === null || ++this.#since < OVERTAKEN) return false;
		this.#missing = null;
		return true;
	}

	/** Another source is numbered by itself. */
	forget(): void {
		this.#latest = null;
		this.#missing = null;
	}
}
