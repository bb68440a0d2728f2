export { createIdempotency, type Idempotency, type Outcome } from "./service.ts";
