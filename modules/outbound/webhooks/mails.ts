import type { MailTexts } from "#platform/mail";
import type { DisabledReason } from "./values.ts";

/** Content of the mail to those who run an organization one of whose webhooks was disabled. */
export type WebhookDisabledMail = {
	readonly kind: "webhook_disabled";
	readonly name: string;
	readonly organization: string;
	/** Host of its URL. */
	readonly host: string;
	readonly reason: DisabledReason;
};

/** Texts of the mail in all languages. */
export const webhookMails: MailTexts = {
	en: {
		webhook_disabled: {
			subject: "A webhook of <%= it.organization %> was disabled",
			before: [
				"A webhook that sends events of <%= it.organization %> to <%= it.host %> was disabled, because <%= " +
					"it.reason === 'gone' ? 'its receiver responded that it is gone (410)' : 'its receiver has accepted " +
					"nothing for five days' %>.",
				"Nothing is lost yet: once the webhook is enabled again, it sends the events it has missed, as long as they are kept.",
			],
			after: ["Ask the operator of the receiver to check it, then enable the webhook, or delete it."],
		},
	},
	es: {
		webhook_disabled: {
			subject: "Se ha desactivado un webhook de <%= it.organization %>",
			before: [
				"Se ha desactivado un webhook que envía eventos de <%= it.organization %> a <%= it.host %>, porque <%= it.reason === 'gone' ? 'su receptor respondió que ya no existe (410)' : 'su receptor no ha aceptado nada durante cinco días' %>.",
				"Todavía no se ha perdido nada: cuando se vuelva a activar, el webhook enviará lo que falta, mientras se conserven los eventos.",
			],
			after: ["Pida a quien se encarga del receptor que lo revise y, después, active el webhook o elimínelo."],
		},
	},
	de: {
		webhook_disabled: {
			subject: "Ein Webhook von <%= it.organization %> wurde deaktiviert",
			before: [
				"Ein Webhook, der Ereignisse von <%= it.organization %> an <%= it.host %> sendet, wurde deaktiviert, weil <%= it.reason === 'gone' ? 'sein Empfänger gemeldet hat, dass es ihn nicht mehr gibt (410)' : 'sein Empfänger fünf Tage lang nichts angenommen hat' %>.",
				"Noch ist nichts verloren: Sobald der Webhook wieder aktiviert ist, sendet er das Versäumte, solange die Ereignisse aufbewahrt werden.",
			],
			after: [
				"Bitten Sie die Betreiber des Empfängers, danach zu sehen, und aktivieren Sie dann den Webhook, oder löschen Sie ihn.",
			],
		},
	},
};
