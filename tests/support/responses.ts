import type { TestResponse } from "./harness.ts";

/** Returns status and error code of a response; the code is undefined for a success. */
export const codeOf = ({ status, body }: TestResponse): (number | string | undefined)[] => [status, body?.error?.code];

/** Whether the response is a replay of a stored outcome. */
export const isReplayed = ({ headers }: TestResponse): boolean => headers.get("idempotency-replayed") === "true";
