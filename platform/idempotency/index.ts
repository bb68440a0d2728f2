export type { IdempotencyRow as StoredOutcome } from "./repository.ts";
export { sealedOutcomes } from "./repository.ts";
export { createIdempotency, type Idempotency, type Outcome, type OutcomeStorage, outcomeAad } from "./service.ts";
