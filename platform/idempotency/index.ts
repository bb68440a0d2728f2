export type { IdempotencyRow as KnownOutcome } from "./repository.ts";
export { createIdempotency, type Idempotency, type Outcome, type Remembered } from "./service.ts";
