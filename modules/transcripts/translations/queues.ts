/** Queue of jobs that delete what is left of a translation. */
export const ERASE = "translations.erase";

/** Payload of a job of {@link ERASE}. */
export type ErasePayload = Readonly<Record<"orgId" | "translationId", string>>;
