import type { MailLocale } from "./locale.ts";

/** What stands around every mail. Each text is an eta template over the content (`it`). */
interface MailFrame {
	/** What mails begin with; `it.name` may be absent. */
	readonly greeting: string;
	/** Below the link, before the address spelled out. */
	readonly copyLink: string;
	/** How long the link works; `it.period` is e.g. "24 hours". */
	readonly validFor: string;
	/** Last line; `it.publicUrl` says which installation sent it. */
	readonly footer: string;
}

/** What stands around every mail, by language. */
export const FRAMES: Readonly<Record<MailLocale, MailFrame>> = {
	en: {
		greeting: "Hello<%= it.name ? ' ' + it.name : '' %>,",
		copyLink: "If the button does not work, copy this address into your browser:",
		validFor: "The link works once, within <%= it.period %>.",
		footer: "This mail was sent by Parley at <%= it.publicUrl %>.",
	},
	es: {
		greeting: "Hola<%= it.name ? ' ' + it.name : '' %>:",
		copyLink: "Si el botón no funciona, copie esta dirección en su navegador:",
		validFor: "El enlace funciona una sola vez, durante <%= it.period %>.",
		footer: "Este correo lo envió Parley en <%= it.publicUrl %>.",
	},
	de: {
		greeting: "Hallo<%= it.name ? ' ' + it.name : '' %>,",
		copyLink: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
		validFor: "Der Link gilt einmal und für <%= it.period %>.",
		footer: "Diese E-Mail wurde von Parley unter <%= it.publicUrl %> gesendet.",
	},
};
