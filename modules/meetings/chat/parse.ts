import { parseProse } from "#kernel/prose";

/** Maximum length of a message, in code points. */
const MAX_LENGTH = 4_000;

/** Parses the text of a message into its stored form; lines are kept. @throws `validation_failed` */
export const parseMessage = (raw: string): string => parseProse(raw, "/text", MAX_LENGTH);
