export { readChain, showEntries } from "./follower.ts";
export { type FileFault, verifyExport } from "./offline.ts";
export type { AuditLog } from "./schemas.ts";
