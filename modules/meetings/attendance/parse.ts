import { parseProse } from "#kernel/prose";

/** Maximum length of a reason, in code points. */
const MAX_LENGTH = 500;

/** Parses the reason of a correction into its stored form. @throws `validation_failed` */
export const parseReason = (raw: string): string => parseProse(raw, "/reason", MAX_LENGTH);
