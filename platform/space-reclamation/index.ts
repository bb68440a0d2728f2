/**
 * Removed words leave the files (decision 088): on SQLite, the engine empties its log after statements that may remove
 * some (`db/sqlite/removals.ts`), and what says that content is gone (a receipt, an event) asks here first. A fact
 * declares the `prose` of its payload, which stays out of the audit trail and leaves the events of what is deleted.
 */
export { spaceReclamationContribution } from "./contribution.ts";
export type { Remains } from "./ports.ts";
export { createSpaceReclamation, reclaimDelayMs, type SpaceReclamation } from "./service.ts";
