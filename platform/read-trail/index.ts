export { deleteNotedReads, eraseNotedReads } from "./repository.ts";
export { createReadTrail, type ReadTrail } from "./service.ts";
