import type { MailLocale } from "#platform/mail";
import { type Html, html } from "./html.ts";

/** The texts common to all pages. */
interface PageFrame {
	/** Name of the links at the end of a page, for screen readers. */
	readonly furtherPages: string;
	readonly signIn: string;
	readonly api: string;
}

/** The texts common to all pages, by language. */
const FRAMES: Readonly<Record<MailLocale, PageFrame>> = {
	en: {
		furtherPages: "Other pages",
		signIn: "Sign in",
		api: "API reference",
	},
	es: {
		furtherPages: "Otras páginas",
		signIn: "Iniciar sesión",
		api: "Referencia de la API",
	},
	de: {
		furtherPages: "Weitere Seiten",
		signIn: "Anmelden",
		api: "API-Referenz",
	},
};

/** A page for people, in one language; it needs no script. */
export interface Page {
	readonly title: string;
	/** Everything between the head and the links at the end. */
	readonly main: Html;
}

/** A page in every language that pages are written in. */
export type Pages = Readonly<Record<MailLocale, Page>>;

/** Path below the prefix of the stylesheet. */
export const ASSETS = "/account/assets";

/** Returns the whole document of a page. @param prefix path prefix of `PUBLIC_URL` */
export function renderPage({ title, main }: Page, language: MailLocale, prefix: string): string {
	const frame = FRAMES[language];
	return `${
		html`<!doctype html>
<html lang="${language}" data-base="${prefix}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === "Parley" ? title : `${title} – Parley`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}${ASSETS}/page.css">
</head>
<body>
<main>
${main}
</main>
<footer>
<nav aria-label="${frame.furtherPages}">
<a href="${prefix}/">Parley</a>
<a href="${prefix}/console/sign-in">${frame.signIn}</a>
<a href="${prefix}/swagger">${frame.api}</a>
</nav>
</footer>
</body>
</html>`.text
	}\n`;
}
