import { html, type Pages } from "#platform/pages";
import { buttonLink, link, type PageSettings, paragraph } from "./parts.ts";
import { inEveryLanguage } from "./texts/texts.ts";

/** Returns the page at the root: what this is, and where people go on. */
export const welcomePages = ({ prefix, signup }: PageSettings): Pages =>
	inEveryLanguage(({ welcome }) => ({
		title: "Parley",
		main: html`<h1>Parley</h1>
${paragraph(welcome.lead)}
${buttonLink(`${prefix}/account/sign-in`, welcome.signIn)}
${signup === "open" ? link(`${prefix}/account/register`, welcome.register) : html``}
${link(`${prefix}/swagger`, welcome.api)}
${link(`${prefix}/health/ready`, welcome.health)}`,
		script: null,
	}));
