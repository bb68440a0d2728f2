export type { NewRemoval, RemovalPlace, RemovalReplays, ReplayRemoval } from "./ports.ts";
export { deleteRemovals, eraseTenant, listRemovals, noteRemovals } from "./repository.ts";
