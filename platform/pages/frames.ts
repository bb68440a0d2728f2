import type { MailLocale } from "#platform/mail";

/** The texts common to all pages. */
interface PageFrame {
	/** Says so to a browser that runs no scripts. */
	readonly needsScript: string;
	/** Name of the links at the end of a page, for screen readers. */
	readonly furtherPages: string;
	readonly signIn: string;
	readonly api: string;
}

/** The texts common to all pages, by language. */
export const FRAMES: Readonly<Record<MailLocale, PageFrame>> = {
	en: {
		needsScript: "This page needs JavaScript: turn it on in your browser and load the page again.",
		furtherPages: "Other pages",
		signIn: "Sign in",
		api: "API reference",
	},
	es: {
		needsScript: "Esta página necesita JavaScript: actívelo en su navegador y vuelva a cargarla.",
		furtherPages: "Otras páginas",
		signIn: "Iniciar sesión",
		api: "Referencia de la API",
	},
	de: {
		needsScript: "Diese Seite benötigt JavaScript: Aktivieren Sie es im Browser und laden Sie die Seite neu.",
		furtherPages: "Weitere Seiten",
		signIn: "Anmelden",
		api: "API-Referenz",
	},
};
