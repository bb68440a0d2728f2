/** In ms. */
const SOONEST = 1_000;
const SLOWEST = 15_000;
/** How often it is looked although changes are announced, in ms: an announcement may be lost. */
const WHILE_FOLLOWED = 60_000;
/** How long nothing may be heard of the server, in ms: it says something every 15 seconds. */
const SILENT = 40_000;

let heardAt = Number.NEGATIVE_INFINITY;

/** Notes that something was heard of the server that announces changes. */
export const noteAlive = (): void => {
	heardAt = performance.now();
};

/** Returns how soon something is read again that changes by itself, in ms: hardly ever where changes are announced. */
export const pace = (ms: number): number => (performance.now() - heardAt < SILENT ? WHILE_FOLLOWED : ms);

/**
 * Returns how soon work in progress is read again, in ms: soon after it has changed, then more and more rarely, so that what
 * waits for hours is not asked for each second. Hidden tabs do not ask.
 * @param since when it changed last
 */
export const paceSince = (since: string): number =>
	pace(Math.min(Math.max((Date.now() - Date.parse(since)) / 4, SOONEST), SLOWEST));
