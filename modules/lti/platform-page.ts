import { MAIL_LOCALES, type MailLocale } from "#platform/mail";
import { html, type Page, type Pages } from "#platform/pages";

interface Texts {
	readonly heading: (host: string) => string;
	readonly lead: (host: string) => string;
	readonly action: (host: string) => string;
}

const TEXTS: Readonly<Record<MailLocale, Texts>> = {
	en: {
		heading: (host) => `Continue to ${host}?`,
		lead: (host) =>
			`This link leaves Parley for ${host}, which signs you in and brings you back to the meeting. Continue only if you know this address.`,
		action: (host) => `Continue to ${host}`,
	},
	de: {
		heading: (host) => `Weiter zu ${host}?`,
		lead: (host) =>
			`Dieser Link verlässt Parley und führt zu ${host}. Dort werden Sie angemeldet und zur Besprechung zurückgeführt. Fahren Sie nur fort, wenn Sie diese Adresse kennen.`,
		action: (host) => `Weiter zu ${host}`,
	},
	es: {
		heading: (host) => `¿Continuar a ${host}?`,
		lead: (host) =>
			`Este enlace sale de Parley hacia ${host}, que inicia su sesión y le devuelve a la reunión. Continúe solo si conoce esta dirección.`,
		action: (host) => `Continuar a ${host}`,
	},
};

/** Returns the page that names where a launch goes on, for people to decide. @param url of the platform's authorization endpoint */
export function platformPages(url: string): Pages {
	const { host } = new URL(url);
	const pageIn = ({ heading, lead, action }: Texts): Page => ({
		title: heading(host),
		main: html`<h1>${heading(host)}</h1>
<p>${lead(host)}</p>
<p><a class="button" rel="noreferrer" href="${url}">${action(host)}</a></p>`,
		script: null,
	});
	return Object.fromEntries(MAIL_LOCALES.map((language) => [language, pageIn(TEXTS[language])])) as Record<
		MailLocale,
		Page
	>;
}
