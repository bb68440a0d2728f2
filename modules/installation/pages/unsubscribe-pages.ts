import { NOTIFICATION_KINDS, type NotificationKind } from "#db/schema";
import { html, type Pages } from "#platform/pages";
import { paragraph } from "./parts.ts";
import { inEveryLanguage } from "./texts/texts.ts";

function donePage(kind: NotificationKind): Pages {
	return inEveryLanguage(({ unsubscribe: { done, doneLead, kinds } }) => ({
		title: `${done} ${kinds[kind]}`,
		main: html`<h1>${done} ${kinds[kind]}</h1>
${paragraph(doneLead)}`,
	}));
}

/** The pages that turn mails off: opening one changes nothing. They need no script. */
export const UNSUBSCRIBE_PAGES = {
	asked: inEveryLanguage(({ unsubscribe }) => ({
		title: unsubscribe.heading,
		main: html`<h1>${unsubscribe.heading}</h1>
${paragraph(unsubscribe.lead)}
<form method="post">
<button name="List-Unsubscribe" value="One-Click">${unsubscribe.action}</button>
</form>`,
	})),
	/** By what the mails are about. */
	done: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, donePage(kind)])) as Record<NotificationKind, Pages>,
	invalid: inEveryLanguage(({ unsubscribe }) => ({
		title: unsubscribe.invalid,
		main: html`<h1>${unsubscribe.invalid}</h1>
${paragraph(unsubscribe.invalidLead)}`,
	})),
} satisfies Readonly<Record<string, Pages | Record<NotificationKind, Pages>>>;
