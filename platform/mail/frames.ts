import type { MailLocale } from "./locale.ts";

/** The texts common to all mails. Each is an eta template over the content (`it`). */
interface MailFrame {
	/** Greeting; `it.name` may be absent. */
	readonly greeting: string;
	/** Text below the link, before its URL. */
	readonly copyLink: string;
	/** Lifetime of the link; `it.period` is e.g. "24 hours". */
	readonly validFor: string;
	/** Before the address at which such mails are turned off. */
	readonly unsubscribe: string;
	/** Last line; `it.sender` and `it.publicUrl` identify the installation that sent it. */
	readonly footer: string;
	/** Before the address where people find help. */
	readonly support: string;
	/** Name of the sender; `it.name` is that of an organization, `it.sender` that of the installation. */
	readonly via: string;
}

/** The texts common to all mails, by language. */
export const FRAMES: Readonly<Record<MailLocale, MailFrame>> = {
	en: {
		greeting: "Hello<%= it.name ? ' ' + it.name : '' %>,",
		copyLink: "If the button does not work, copy this address into your browser:",
		validFor: "The link works once, within <%= it.period %>.",
		unsubscribe: "Unsubscribe from mails of this kind:",
		footer: "This mail was sent by <%= it.sender %> at <%= it.publicUrl %>.",
		support: "Help:",
		via: "<%= it.name %> via <%= it.sender %>",
	},
	es: {
		greeting: "Hola<%= it.name ? ' ' + it.name : '' %>:",
		copyLink: "Si el botón no funciona, copie esta dirección en su navegador:",
		validFor: "El enlace funciona una sola vez, durante <%= it.period %>.",
		unsubscribe: "Dejar de recibir correos de este tipo:",
		footer: "Este correo lo envió <%= it.sender %> en <%= it.publicUrl %>.",
		support: "Ayuda:",
		via: "<%= it.name %> a través de <%= it.sender %>",
	},
	de: {
		greeting: "Hallo<%= it.name ? ' ' + it.name : '' %>,",
		copyLink: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
		validFor: "Der Link funktioniert nur einmal und ist <%= it.period %> gültig.",
		unsubscribe: "E-Mails dieser Art abbestellen:",
		footer: "Diese E-Mail wurde von <%= it.sender %> unter <%= it.publicUrl %> gesendet.",
		support: "Hilfe:",
		via: "<%= it.name %> über <%= it.sender %>",
	},
};
