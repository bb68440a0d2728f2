/**
 * What is read of the content of a request with an `Idempotency-Key`: a digest of its chunks as they pass, so that none of
 * it is kept for this.
 */
export class ReadContent {
	readonly #hash = new Bun.CryptoHasher("sha256");
	/** Reads what the handler has not; null: nothing is read as it arrives. */
	#rest: AsyncIterable<unknown> | null = null;
	#isWhole = true;
	#digest: Promise<string> | undefined;

	/** Notes that content is read as it arrives, until {@link end}. @param rest reads what is left of it by then */
	begin(rest: AsyncIterable<unknown>): void {
		this.#rest = rest;
		this.#isWhole = false;
	}

	add(bytes: Uint8Array): void {
		this.#hash.update(bytes);
	}

	/** Returns the content of a part of a form, which is added with what its headers say once it was read. */
	async *part(headers: unknown, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
		const hash = new Bun.CryptoHasher("sha256");
		for await (const chunk of content) {
			hash.update(chunk);
			yield chunk;
		}
		this.#hash.update(JSON.stringify([headers, hash.digest("hex")]));
	}

	/** Notes that all of it was read. */
	end(): void {
		this.#isWhole = true;
	}

	/**
	 * Returns the SHA-256 of the content, hex, after reading what is left of it. Content that the handler does not read makes
	 * no difference.
	 * @throws `request_timeout`, what reading throws, and an Error for content that was given up before its end
	 */
	digest(): Promise<string> {
		this.#digest ??= this.#finish();
		return this.#digest;
	}

	async #finish(): Promise<string> {
		if (this.#rest !== null && !this.#isWhole) for await (const _ of this.#rest);
		if (!this.#isWhole) throw new Error("the content of the request was given up before its end");
		return this.#hash.digest("hex");
	}
}
