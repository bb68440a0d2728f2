import type { MailTexts } from "#platform/mail";

/** Content of the mail to those who run an organization whose trial ends soon. */
export type TrialExpiringMail = {
	readonly kind: "trial_expiring";
	readonly name: string;
	readonly organization: string;
	/** Name of the plan. */
	readonly plan: string;
	/** Name of the plan that applies afterwards. */
	readonly next: string;
	/** Days, 1…. */
	readonly days: number;
};

/** Texts of the mail in all languages. */
export const trialMails: MailTexts = {
	en: {
		trial_expiring: {
			subject: "The trial of <%= it.organization %> ends in <%= it.days %> day<%= it.days === 1 ? '' : 's' %>",
			before: [
				"<%= it.organization %> is trying the plan <%= it.plan %> for another <%= it.days %> day<%= it.days === 1 ? '' : 's' %>. Afterwards it has the plan <%= it.next %>.",
				"Nothing that you have recorded is lost.",
			],
			after: ["Choose a plan to continue as before."],
		},
	},
	es: {
		trial_expiring: {
			subject: "La prueba de <%= it.organization %> termina en <%= it.days %> día<%= it.days === 1 ? '' : 's' %>",
			before: [
				"A <%= it.organization %> le queda<%= it.days === 1 ? '' : 'n' %> <%= it.days %> día<%= it.days === 1 ? '' : 's' %> de prueba del plan <%= it.plan %>. Después tendrá el plan <%= it.next %>.",
				"No se perderá nada de lo que haya grabado.",
			],
			after: ["Elija un plan para seguir como hasta ahora."],
		},
	},
	de: {
		trial_expiring: {
			subject: "Der Test von <%= it.organization %> endet in <%= it.days %> Tag<%= it.days === 1 ? '' : 'en' %>",
			before: [
				"<%= it.organization %> testet den Tarif <%= it.plan %> noch <%= it.days %> Tag<%= it.days === 1 ? '' : 'e' %>. Danach gilt der Tarif <%= it.next %>.",
				"Nichts, was Sie aufgezeichnet haben, geht verloren.",
			],
			after: ["Wählen Sie einen Tarif, um wie bisher weiterzuarbeiten."],
		},
	},
};
