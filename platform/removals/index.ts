/**
 * What is removed for good, noted in the transaction that removes it (a fact declares `removes`): each module removes
 * it again after the restore of an older backup (`replayRemoval`), and what a restored installation must not do twice
 * it forgets (`forgetAfterRestore`; decision 066).
 */
export { removalsContribution } from "./contribution.ts";
export type { NewRemoval, RemovalPosition, RemovalReplays, ReplayRemoval } from "./ports.ts";
export { listRemovals, noteRemovals } from "./repository.ts";
