import type { MailTexts } from "#platform/mail";
import { en } from "./english.ts";
import { de } from "./german.ts";
import { es } from "./spanish.ts";

/** Every mail on accounts in every language. */
export const accountMails: MailTexts = { en, es, de };
