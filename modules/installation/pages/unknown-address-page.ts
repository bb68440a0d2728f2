import { html, type Pages } from "#platform/pages";
import { buttonLink, paragraph } from "./parts.ts";
import { inEveryLanguage } from "./texts/texts.ts";

/** Returns the page of a browser that opens an address at which there is nothing. @param prefix path prefix of `PUBLIC_URL` */
export const unknownAddressPages = (prefix: string): Pages =>
	inEveryLanguage(({ unknownAddress: { heading, lead, action } }) => ({
		title: heading,
		main: html`<h1>${heading}</h1>
${paragraph(lead)}
${buttonLink(`${prefix}/`, action)}`,
	}));
