/** What DNS says about a name: its TXT records, none if it has none or does not exist; or that it could not be asked. */
export type TxtAnswer = { readonly texts: readonly string[] } | { readonly failure: unknown };

/** Looks up TXT records; `adapters/dns` implements it. */
export interface TxtResolver {
	/**
	 * Asks the configured DNS servers about a name, now: nothing is kept. Rejects only when the signal is aborted.
	 * @param name in ASCII, without a final dot
	 */
	lookUp(name: string, signal: AbortSignal): Promise<TxtAnswer>;
}
