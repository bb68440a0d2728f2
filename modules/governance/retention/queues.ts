/** Queue of the slots of the sweep, each of one organization. */
export const SWEEP = "retention.sweep";
