export { eraseFromEvents, eraseProse, type PersonalPayloads } from "./erasure.ts";
export type { NewEvent } from "./events.ts";
export { deleteOldEvents } from "./expiry.ts";
export { findEvent, insertEvents, listTypes, sequenceAt } from "./repository.ts";
