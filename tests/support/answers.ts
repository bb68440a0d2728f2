import type { Answer } from "./harness.ts";

/** Status and error code of an answer; the code is undefined for a success. */
export const codeOf = ({ status, body }: Answer): (number | string | undefined)[] => [status, body?.error?.code];

/** Whether a stored outcome was answered instead of doing the work again. */
export const isReplay = ({ headers }: Answer): boolean => headers.get("idempotency-replayed") === "true";
