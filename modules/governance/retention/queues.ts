/** Queue of the turns of the sweep, each of one organization. */
export const SWEEP = "retention.sweep";
