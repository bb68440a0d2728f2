import { html, type Pages } from "#platform/pages";
import { paragraph } from "./parts.ts";
import { inEveryLanguage } from "./texts/texts.ts";

/** The pages that turn mails off: opening one changes nothing. They need no script. */
export const UNSUBSCRIBE_PAGES: Readonly<Record<"asked" | "done" | "invalid", Pages>> = {
	asked: inEveryLanguage(({ unsubscribe }) => ({
		title: unsubscribe.heading,
		main: html`<h1>${unsubscribe.heading}</h1>
${paragraph(unsubscribe.lead)}
<form method="post">
<button name="List-Unsubscribe" value="One-Click">${unsubscribe.action}</button>
</form>`,
		script: null,
	})),
	done: inEveryLanguage(({ unsubscribe }) => ({
		title: unsubscribe.done,
		main: html`<h1>${unsubscribe.done}</h1>
${paragraph(unsubscribe.doneLead)}`,
		script: null,
	})),
	invalid: inEveryLanguage(({ unsubscribe }) => ({
		title: unsubscribe.invalid,
		main: html`<h1>${unsubscribe.invalid}</h1>
${paragraph(unsubscribe.invalidLead)}`,
		script: null,
	})),
};
