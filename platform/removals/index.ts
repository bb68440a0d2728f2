export { removalsContribution } from "./contribution.ts";
export type { NewRemoval, RemovalPlace, RemovalReplays, ReplayRemoval } from "./ports.ts";
export { listRemovals, noteRemovals } from "./repository.ts";
