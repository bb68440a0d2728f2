import { html } from "#platform/pages";
import { paragraph } from "./parts.ts";
import { inEveryLanguage } from "./texts/texts.ts";

/** The page of a browser that opens an address at which there is nothing. */
export const UNKNOWN_ADDRESS_PAGES = inEveryLanguage(({ unknownAddress: { heading, lead } }) => ({
	title: heading,
	main: html`<h1>${heading}</h1>
${paragraph(lead)}`,
	script: null,
}));
