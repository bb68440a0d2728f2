import { MAIL_LOCALES, type MailLocale } from "#platform/mail";
import { html, type Page, type Pages } from "#platform/pages";

interface Texts {
	/** Before and after the host. */
	readonly heading: readonly [string, string];
	readonly lead: string;
	readonly action: string;
}

const TEXTS: Readonly<Record<MailLocale, Texts>> = {
	en: {
		heading: ["Continue to ", "?"],
		lead: "This link leaves Parley for the site at this address, which signs you in and brings you back to the meeting. Continue only if you know the address.",
		action: "Continue",
	},
	de: {
		heading: ["Weiter zu ", "?"],
		lead: "Dieser Link verlässt Parley und führt zur Website unter dieser Adresse. Dort werden Sie angemeldet und zur Besprechung zurückgeführt. Fahren Sie nur fort, wenn Sie die Adresse kennen.",
		action: "Weiter",
	},
	es: {
		heading: ["¿Continuar a ", "?"],
		lead: "Este enlace sale de Parley hacia el sitio de esta dirección, que inicia su sesión y le devuelve a la reunión. Continúe solo si conoce la dirección.",
		action: "Continuar",
	},
};

/** Returns the page that names where a launch goes on, for people to decide. @param url of the platform's authorization endpoint */
export function platformPages(url: string): Pages {
	const { host } = new URL(url);
	const name = host
		.split(/(?<=\.)/)
		.reduce((before, label) => html`${before}<span class="host-label">${label}</span>`, html``);
	const pageIn = ({ heading: [before, after], lead, action }: Texts): Page => ({
		title: before + host + after,
		main: html`<h1>${before}${name}${after}</h1>
<p>${lead}</p>
<p><a class="button" rel="noreferrer" href="${url}">${action}</a></p>`,
	});
	return Object.fromEntries(MAIL_LOCALES.map((language) => [language, pageIn(TEXTS[language])])) as Record<
		MailLocale,
		Page
	>;
}
