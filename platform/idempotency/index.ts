export { idempotencyContribution } from "./contribution.ts";
export type { IdempotencyRow as StoredOutcome } from "./repository.ts";
export { createIdempotency, type Idempotency, type Outcome, type OutcomeStorage, type ReadRequest } from "./service.ts";
