/** In ms. */
const SOONEST = 1_000;
const SLOWEST = 15_000;

/**
 * Returns how soon work in progress is read again, in ms: soon after it has changed, then more and more rarely, so that what
 * waits for hours is not asked for each second. Hidden tabs do not ask.
 * @param since when it changed last
 */
export const paceSince = (since: string): number =>
	Math.min(Math.max((Date.now() - Date.parse(since)) / 4, SOONEST), SLOWEST);
