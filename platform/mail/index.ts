export type { MailBrand, MailConcern, MailContent, MailLink, MailText, MailTexts } from "./content.ts";
export type { MailDelivery, MailFollower, MailFollowers, MailSubject } from "./delivery.ts";
export type { MailLimits, MailPolicies, MailPurpose, RequestedMail } from "./limits.ts";
export { acceptedLanguages, chooseLocale, MAIL_LOCALES, type MailLocale } from "./locale.ts";
export { openMail } from "./open.ts";
export {
	type MailLog,
	type MailMessage,
	MailRefusedError,
	type MailServer,
	MailServerError,
	MailTimeoutError,
	type MailTransport,
} from "./ports.ts";
export { MAIL_QUEUES, MAX_CONCURRENT_MAILS } from "./queues.ts";
export { type RenderedMail, renderMail } from "./render.ts";
export { createMailer, type Mail, type MailDeps, type Mailer } from "./service.ts";
export { isServerFailure, type MailHealth, type MailOutcome } from "./watch.ts";
