import { defineTexts } from "../../i18n/define.ts";

export const speechTexts = defineTexts({
	en: {
		captions: "Live captions",
		captionsHint: "What people say is shown to everyone while they speak, if they agree.",
		captionsNone:
			"There are none yet: this server has no speech model, the program that writes down what is said. The person who runs the server can download one.",
		spoken: "Spoken language",
		usual: "The language of the organization",
		usualIs: (language: string) => `${language} (language of the organization)`,
		translations: "Translations",
		translationsNone: "No translation service is installed yet: nothing is translated until there is one.",
		translateTo: "Translated into",
	},
	es: {
		captions: "Subtítulos en directo",
		captionsHint: "Lo que se dice se muestra a todos mientras se habla, si la persona lo acepta.",
		captionsNone:
			"Todavía no hay: este servidor no tiene ningún modelo de voz, el programa que escribe lo que se dice. La persona que gestiona el servidor puede descargar uno.",
		spoken: "Idioma hablado",
		usual: "El idioma de la organización",
		usualIs: (language: string) => `${language} (idioma de la organización)`,
		translations: "Traducciones",
		translationsNone: "Todavía no hay ningún servicio de traducción instalado: hasta entonces no se traduce nada.",
		translateTo: "Se traduce a",
	},
	de: {
		captions: "Live-Untertitel",
		captionsHint: "Was jemand sagt, lesen alle mit, während gesprochen wird, wenn die Person einverstanden ist.",
		captionsNone:
			"Noch gibt es keine: Dieser Server hat kein Sprachmodell, das Programm, das Gesprochenes aufschreibt. Die Person, die den Server betreibt, kann eines herunterladen.",
		spoken: "Gesprochene Sprache",
		usual: "Die Sprache der Organisation",
		usualIs: (language: string) => `${language} (Sprache der Organisation)`,
		translations: "Übersetzungen",
		translationsNone: "Noch ist kein Übersetzungsdienst installiert: Bis dahin wird nichts übersetzt.",
		translateTo: "Übersetzt in",
	},
});
