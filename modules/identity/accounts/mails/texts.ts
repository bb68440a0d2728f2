import type { MailTexts } from "#platform/mail";
import { en } from "./english.ts";
import { de } from "./german.ts";
import { es } from "./spanish.ts";

/** Texts of all mails about accounts in all languages. */
export const accountMails: MailTexts = { en, es, de };
