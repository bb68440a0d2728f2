export { createDeletion, DELETE_OBJECTS } from "./deletion.ts";
export { type Artifacts, artifactsOf, type LedgerEntry, type RowsOnly } from "./ledger.ts";
export { sealedObjectKeys } from "./repository.ts";
