import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		title: "Compliance",
		lead: (mode: string) => `The controls of the mode ${mode}, as they stand now. They are no legal advice.`,
		leadNone: "Controls that a compliance mode switches on.",
		modes: { ferpa: "FERPA", gdpr: "GDPR", hipaa: "HIPAA" },
		none: "No compliance mode is on",
		noneHint: "A mode for FERPA, GDPR or HIPAA locks settings and shows here whether each of its controls holds.",
		toSettings: "Open the settings",
		missed: (count: number) => (count === 1 ? "One control does not hold." : `${count} controls do not hold.`),
		allMet: "Every control that applies holds.",
		states: { met: "holds", not_met: "does not hold", not_applicable: "does not apply yet" },
		evidence: "Evidence",
	},
	es: {
		title: "Cumplimiento",
		lead: (mode: string) => `Los controles del modo ${mode}, en su estado actual. No son asesoramiento jurídico.`,
		leadNone: "Controles que activa un modo de cumplimiento.",
		modes: { ferpa: "FERPA", gdpr: "RGPD", hipaa: "HIPAA" },
		none: "No hay ningún modo de cumplimiento activo",
		noneHint: "Un modo para FERPA, RGPD o HIPAA bloquea ajustes y muestra aquí si se cumple cada uno de sus controles.",
		toSettings: "Abrir los ajustes",
		missed: (count: number) => (count === 1 ? "Un control no se cumple." : `${count} controles no se cumplen.`),
		allMet: "Se cumplen todos los controles aplicables.",
		states: { met: "se cumple", not_met: "no se cumple", not_applicable: "aún no se aplica" },
		evidence: "Pruebas",
	},
	de: {
		title: "Compliance",
		lead: (mode: string) => `Die Kontrollen des Modus ${mode} nach aktuellem Stand. Sie sind keine Rechtsberatung.`,
		leadNone: "Kontrollen, die ein Compliance-Modus einschaltet.",
		modes: { ferpa: "FERPA", gdpr: "DSGVO", hipaa: "HIPAA" },
		none: "Kein Compliance-Modus ist aktiv",
		noneHint:
			"Ein Modus für FERPA, DSGVO oder HIPAA sperrt Einstellungen und zeigt hier, ob seine Kontrollen erfüllt sind.",
		toSettings: "Einstellungen öffnen",
		missed: (count: number) =>
			count === 1 ? "Eine Kontrolle ist nicht erfüllt." : `${count} Kontrollen sind nicht erfüllt.`,
		allMet: "Alle zutreffenden Kontrollen sind erfüllt.",
		states: { met: "erfüllt", not_met: "nicht erfüllt", not_applicable: "noch nicht anwendbar" },
		evidence: "Nachweise",
	},
});
