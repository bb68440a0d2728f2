import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		title: "Defaults",
		lead: "They apply to everything an organization does not set itself: existing organizations follow at once.",
		kind: "Kind of organization",
		restore: "Restore built-in values",
		restoreTitle: "Restore the built-in values of this kind?",
		restoreText: "Settings, retention periods and features of this kind are replaced, also for existing organizations.",
		saveTitle: "Save these defaults?",
		affected: (count: number) =>
			count === 0
				? "No existing organization is affected."
				: count === 1
					? "The values in effect of one organization change at once."
					: `The values in effect of ${count} organizations change at once.`,
		shorter: "Shorter retention periods hide content at once; it is purged 72 hours later.",
		settings: "Settings",
		settingsHint: "How organizations of this kind start.",
		timezone: "Time zone",
		language: "Language",
		languageHint: "A language with its region, such as en-US.",
		consent: "Consent to recordings",
		consents: {
			required: "Everyone must agree",
			notify: "Participants are notified",
			optional: "Participants may agree",
			disabled: "No recordings",
		},
		compliance: "Compliance",
		complianceHint: "The rules of a law set minimums; they also bind the retention periods and features below.",
		regimes: { none: "None", ferpa: "FERPA", gdpr: "GDPR", hipaa: "HIPAA" },
		ai: "Summaries",
		summaries: {
			off: "Off",
			basic: "Basic: sentences from the transcript",
			enhanced: "Enhanced: written by an AI",
		},
		education: "Education",
		educationHint: "The roles teacher and student, and rules for minors.",
		retention: "Retention",
		retentionHint: "How long content is kept, in days; 0 means never stored.",
		classes: {
			recordings: "Recordings",
			transcripts: "Transcripts",
			chatLogs: "Chat messages",
			examData: "Exams",
			userData: "Former members",
		},
		features: "Features",
		featuresHint: "Plans, compliance modes and killed flags override them.",
	},
	es: {
		title: "Valores predeterminados",
		lead: "Valen para todo lo que una organización no define por sí misma: las existentes los siguen de inmediato.",
		kind: "Tipo de organización",
		restore: "Restaurar los valores originales",
		restoreTitle: "¿Restaurar los valores originales de este tipo?",
		restoreText:
			"Se sustituyen los ajustes, plazos de conservación y funciones de este tipo, también para las organizaciones existentes.",
		saveTitle: "¿Guardar estos valores predeterminados?",
		affected: (count: number) =>
			count === 0
				? "No afecta a ninguna organización existente."
				: count === 1
					? "Los valores vigentes de una organización cambian de inmediato."
					: `Los valores vigentes de ${count} organizaciones cambian de inmediato.`,
		shorter: "Los plazos de conservación más cortos ocultan contenido de inmediato; se elimina a las 72 horas.",
		settings: "Ajustes",
		settingsHint: "Cómo empiezan las organizaciones de este tipo.",
		timezone: "Zona horaria",
		language: "Idioma",
		languageHint: "Un idioma con su región, como es-ES.",
		consent: "Consentimiento para grabar",
		consents: {
			required: "Todos deben aceptar",
			notify: "Se avisa a los participantes",
			optional: "Los participantes pueden aceptar",
			disabled: "Sin grabaciones",
		},
		compliance: "Cumplimiento",
		complianceHint: "Las reglas de una ley fijan mínimos, que también obligan a los plazos y funciones de abajo.",
		regimes: { none: "Ninguno", ferpa: "FERPA", gdpr: "RGPD", hipaa: "HIPAA" },
		ai: "Resúmenes",
		summaries: {
			off: "Desactivados",
			basic: "Básicos: frases de la transcripción",
			enhanced: "Ampliados: escritos por una IA",
		},
		education: "Educación",
		educationHint: "Los roles de docente y estudiante, y reglas para menores.",
		retention: "Conservación",
		retentionHint: "Cuánto se conserva el contenido, en días; 0 significa que no se guarda nunca.",
		classes: {
			recordings: "Grabaciones",
			transcripts: "Transcripciones",
			chatLogs: "Mensajes de chat",
			examData: "Exámenes",
			userData: "Antiguos miembros",
		},
		features: "Funciones",
		featuresHint: "Prevalecen los planes, los modos de cumplimiento y las funciones anuladas.",
	},
	de: {
		title: "Vorgaben",
		lead: "Sie gelten für alles, was eine Organisation nicht selbst festlegt; bestehende Organisationen folgen sofort.",
		kind: "Art der Organisation",
		restore: "Ursprüngliche Werte wiederherstellen",
		restoreTitle: "Ursprüngliche Werte dieser Art wiederherstellen?",
		restoreText:
			"Einstellungen, Aufbewahrungsfristen und Funktionen dieser Art werden ersetzt, auch für bestehende Organisationen.",
		saveTitle: "Diese Vorgaben speichern?",
		affected: (count: number) =>
			count === 0
				? "Keine bestehende Organisation ist betroffen."
				: count === 1
					? "Die geltenden Werte einer Organisation ändern sich sofort."
					: `Die geltenden Werte von ${count} Organisationen ändern sich sofort.`,
		shorter: "Kürzere Aufbewahrungsfristen verbergen Inhalte sofort; nach 72 Stunden werden sie gelöscht.",
		settings: "Einstellungen",
		settingsHint: "Womit Organisationen dieser Art beginnen.",
		timezone: "Zeitzone",
		language: "Sprache",
		languageHint: "Eine Sprache mit ihrer Region, etwa de-DE.",
		consent: "Einwilligung in Aufnahmen",
		consents: {
			required: "Alle müssen zustimmen",
			notify: "Teilnehmende werden informiert",
			optional: "Teilnehmende können zustimmen",
			disabled: "Keine Aufnahmen",
		},
		compliance: "Compliance",
		complianceHint:
			"Die Regeln eines Gesetzes setzen Mindestmaße; sie gelten auch für die Fristen und Funktionen unten.",
		regimes: { none: "Keines", ferpa: "FERPA", gdpr: "DSGVO", hipaa: "HIPAA" },
		ai: "Zusammenfassungen",
		summaries: {
			off: "Aus",
			basic: "Einfach: Sätze aus dem Transkript",
			enhanced: "Ausführlich: von einer KI geschrieben",
		},
		education: "Bildung",
		educationHint: "Die Rollen Lehrkraft und Lernende, und Regeln für Minderjährige.",
		retention: "Aufbewahrung",
		retentionHint: "Wie lange Inhalte aufbewahrt werden, in Tagen; 0 heißt: nie gespeichert.",
		classes: {
			recordings: "Aufnahmen",
			transcripts: "Transkripte",
			chatLogs: "Chatnachrichten",
			examData: "Prüfungen",
			userData: "Frühere Mitglieder",
		},
		features: "Funktionen",
		featuresHint: "Tarife, Compliance und abgeschaltete Funktionen gehen ihnen vor.",
	},
});
