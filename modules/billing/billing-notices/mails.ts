import type { MailTexts } from "#platform/mail";

/** What the mails about an invoice name. */
interface AboutInvoice {
	/** Null: the address belongs to nobody by name. */
	readonly name: string | null;
	readonly organization: string;
	/** Of the invoice. */
	readonly number: string;
	/** What is due, in the language of the receiver. */
	readonly amount: string;
}

/** Content of the mail about a new invoice. */
export type InvoiceIssuedMail = AboutInvoice & {
	readonly kind: "invoice_issued";
	/** The day until which it is to be paid, in the language of the receiver. */
	readonly day: string;
};
/** Content of the mail about an invoice that could not be collected. */
export type PaymentFailedMail = AboutInvoice & { readonly kind: "payment_failed" };
/** Content of the mail about an invoice that was not paid in time. */
export type InvoiceOverdueMail = AboutInvoice & {
	readonly kind: "invoice_overdue";
	/** The day of the suspension, in the language of the receiver; null: there is none. */
	readonly day: string | null;
};
/** Content of the mails about a suspension for nonpayment, and that everything is paid again. */
export type PaymentStateMail = {
	readonly kind: "nonpayment_suspended" | "nonpayment_over";
	readonly name: string | null;
	readonly organization: string;
};
/** Content of the mails to those who pay for an organization. */
export type BillingMail = InvoiceIssuedMail | PaymentFailedMail | InvoiceOverdueMail | PaymentStateMail;

/** Texts of the mails in all languages. */
export const billingMails: MailTexts = {
	en: {
		invoice_issued: {
			subject: "Invoice <%= it.number %> for <%= it.organization %>",
			before: [
				"Invoice <%= it.number %> for <%= it.organization %> over <%= it.amount %> was issued. It is due on <%= it.day %>.",
			],
			after: ["If a payment method is stored, the amount is collected automatically."],
		},
		payment_failed: {
			subject: "Invoice <%= it.number %> for <%= it.organization %> could not be collected",
			before: [
				"The payment of <%= it.amount %> for invoice <%= it.number %> for <%= it.organization %> was declined.",
				"It will be retried within the next days.",
			],
			after: ["If you add another payment method, it is collected at once."],
		},
		invoice_overdue: {
			subject: "Invoice <%= it.number %> for <%= it.organization %> is overdue",
			before: [
				"Invoice <%= it.number %> for <%= it.organization %> was not paid in time. <%= it.amount %> is due.",
				"<%= it.day === null ? 'Please pay it now.' : 'If it is not paid by ' + it.day + ', the organization is suspended. Nothing that was recorded is lost.' %>",
			],
			after: [],
		},
		nonpayment_suspended: {
			subject: "<%= it.organization %> is suspended because an invoice was not paid",
			before: [
				"An invoice for <%= it.organization %> was not paid, so the organization is suspended. Nothing that was recorded is lost.",
			],
			after: ["Once the invoice is paid, everything works as before."],
		},
		nonpayment_over: {
			subject: "Everything is paid: <%= it.organization %>",
			before: ["Thank you. The overdue invoices for <%= it.organization %> are paid, and everything works as before."],
			after: [],
		},
	},
	es: {
		invoice_issued: {
			subject: "Factura <%= it.number %> para <%= it.organization %>",
			before: [
				"Se ha emitido la factura <%= it.number %> para <%= it.organization %> por <%= it.amount %>. Vence el <%= it.day %>.",
			],
			after: ["Si hay un método de pago guardado, el importe se cobra automáticamente."],
		},
		payment_failed: {
			subject: "No se ha podido cobrar la factura <%= it.number %> para <%= it.organization %>",
			before: [
				"Se ha rechazado el pago de <%= it.amount %> de la factura <%= it.number %> para <%= it.organization %>.",
				"Se volverá a intentar en los próximos días.",
			],
			after: ["Añada otro método de pago y se cobrará enseguida."],
		},
		invoice_overdue: {
			subject: "La factura <%= it.number %> para <%= it.organization %> ha vencido",
			before: [
				"La factura <%= it.number %> para <%= it.organization %> no se ha pagado a tiempo. Quedan por pagar <%= it.amount %>.",
				"<%= it.day === null ? 'Páguela ahora, por favor.' : 'Si no se paga antes del ' + it.day + ', se suspenderá la organización. No se perderá nada de lo que se haya grabado.' %>",
			],
			after: [],
		},
		nonpayment_suspended: {
			subject: "<%= it.organization %> está suspendida por falta de pago",
			before: [
				"No se ha pagado una factura para <%= it.organization %>, por lo que la organización está suspendida. No se perderá nada de lo que se haya grabado.",
			],
			after: ["En cuanto se pague la factura, todo volverá a funcionar como antes."],
		},
		nonpayment_over: {
			subject: "Todo está pagado: <%= it.organization %>",
			before: ["Gracias. Las facturas vencidas para <%= it.organization %> están pagadas y todo funciona como antes."],
			after: [],
		},
	},
	de: {
		invoice_issued: {
			subject: "Rechnung <%= it.number %> für <%= it.organization %>",
			before: [
				"Die Rechnung <%= it.number %> für <%= it.organization %> über <%= it.amount %> wurde ausgestellt. Sie ist am <%= it.day %> fällig.",
			],
			after: ["Wenn eine Zahlungsart hinterlegt ist, wird der Betrag automatisch eingezogen."],
		},
		payment_failed: {
			subject: "Die Rechnung <%= it.number %> für <%= it.organization %> konnte nicht eingezogen werden",
			before: [
				"Die Zahlung von <%= it.amount %> für die Rechnung <%= it.number %> für <%= it.organization %> wurde abgelehnt.",
				"In den nächsten Tagen wird es erneut versucht.",
			],
			after: ["Wenn Sie eine andere Zahlungsart hinterlegen, wird der Betrag sofort eingezogen."],
		},
		invoice_overdue: {
			subject: "Die Rechnung <%= it.number %> für <%= it.organization %> ist überfällig",
			before: [
				"Die Rechnung <%= it.number %> für <%= it.organization %> wurde nicht rechtzeitig bezahlt. Zu zahlen sind <%= it.amount %>.",
				"<%= it.day === null ? 'Bitte bezahlen Sie sie jetzt.' : 'Wenn sie bis zum ' + it.day + ' nicht bezahlt ist, wird die Organisation gesperrt. Nichts, was aufgezeichnet wurde, geht verloren.' %>",
			],
			after: [],
		},
		nonpayment_suspended: {
			subject: "<%= it.organization %> ist gesperrt, weil eine Rechnung nicht bezahlt wurde",
			before: [
				"Eine Rechnung für <%= it.organization %> wurde nicht bezahlt, daher ist die Organisation gesperrt. Nichts, was aufgezeichnet wurde, geht verloren.",
			],
			after: ["Sobald die Rechnung bezahlt ist, funktioniert alles wie zuvor."],
		},
		nonpayment_over: {
			subject: "Alles ist bezahlt: <%= it.organization %>",
			before: [
				"Vielen Dank. Die überfälligen Rechnungen für <%= it.organization %> sind bezahlt, und alles funktioniert wie zuvor.",
			],
			after: [],
		},
	},
};
