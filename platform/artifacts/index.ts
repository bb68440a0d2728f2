export { type Artifacts, artifactsOf, type LedgerEntry, type RowsOnly } from "./ledger.ts";
export { eraseTenant } from "./repository.ts";
