import type { AuditStreamRow } from "#db/schema";
import type { MailTexts } from "#platform/mail";

/** Content of the mail to those who run an organization one of whose audit streams was disabled. */
export type AuditStreamDisabledMail = {
	readonly kind: "audit_stream_disabled";
	readonly name: string;
	readonly organization: string;
	/** Name of the stream. */
	readonly stream: string;
	readonly reason: NonNullable<AuditStreamRow["disabledReason"]>;
};

/** Texts of the mail in all languages. */
export const auditStreamMails: MailTexts = {
	en: {
		audit_stream_disabled: {
			subject: "An audit stream of <%= it.organization %> was disabled",
			before: [
				"The stream “<%= it.stream %>”, which sends the audit log of <%= it.organization %> to another " +
					"system, was disabled, because <%= it.reason === 'gone' ? 'the receiving system responded that it is " +
					"gone (410)' : 'the receiving system has accepted nothing for five days' %>.",
				"Nothing is lost: once the stream is enabled again, it sends the entries it has missed.",
			],
			after: ["Ask the operator of the receiving system to check it, then enable the stream, or delete it."],
		},
	},
	es: {
		audit_stream_disabled: {
			subject: "Se ha desactivado un flujo de auditoría de <%= it.organization %>",
			before: [
				"Se ha desactivado el flujo «<%= it.stream %>», que envía el registro de auditoría de <%= it.organization %> a otro sistema, porque <%= it.reason === 'gone' ? 'el otro sistema respondió que ya no existe (410)' : 'el otro sistema no ha aceptado nada durante cinco días' %>.",
				"No se ha perdido nada: cuando se vuelva a activar, el flujo enviará lo que falta.",
			],
			after: ["Pida a quien se encarga del otro sistema que lo revise y, después, active el flujo o elimínelo."],
		},
	},
	de: {
		audit_stream_disabled: {
			subject: "Ein Audit-Stream von <%= it.organization %> wurde deaktiviert",
			before: [
				"Der Stream „<%= it.stream %>“, der das Audit-Protokoll von <%= it.organization %> an ein anderes System sendet, wurde deaktiviert, weil <%= it.reason === 'gone' ? 'die Gegenseite gemeldet hat, dass es sie nicht mehr gibt (410)' : 'die Gegenseite fünf Tage lang nichts angenommen hat' %>.",
				"Nichts ist verloren: Sobald der Stream wieder aktiviert ist, sendet er das Versäumte.",
			],
			after: [
				"Bitten Sie die Betreiber der Gegenseite, danach zu sehen, und aktivieren Sie dann den Stream, oder löschen Sie ihn.",
			],
		},
	},
};
