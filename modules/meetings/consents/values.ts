import type { ConsentRow } from "#db/schema";

/** What a participant can consent to. */
export type ConsentKind = ConsentRow["kind"];

/** What participants decide on. */
export const CONSENT_KINDS = ["recording", "transcription", "summary"] as const satisfies readonly ConsentKind[];

/** What they decide. */
export const CONSENT_DECISIONS = ["granted", "denied"] as const satisfies readonly ConsentRow["decision"][];
