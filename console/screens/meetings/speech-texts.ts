import { defineTexts } from "../../i18n/define.ts";

export const speechTexts = defineTexts({
	en: {
		captions: "Live captions",
		captionsHint: "What people say is shown to everyone while they speak, if they agree.",
		captionsNone: "No speech model is installed yet.",
		spoken: "Spoken language",
		usual: "As usual in this organization",
		translations: "Translations",
		translationsNone: "No translation service is installed yet: nothing is translated until there is one.",
		translateTo: "Translated into",
	},
	es: {
		captions: "Subtítulos en directo",
		captionsHint: "Lo que se dice se muestra a todos mientras se habla, si la persona lo acepta.",
		captionsNone: "Todavía no hay ningún modelo de voz instalado.",
		spoken: "Idioma hablado",
		usual: "Como es habitual en esta organización",
		translations: "Traducciones",
		translationsNone: "Todavía no hay ningún servicio de traducción instalado: hasta entonces no se traduce nada.",
		translateTo: "Se traduce a",
	},
	de: {
		captions: "Live-Untertitel",
		captionsHint: "Was jemand sagt, lesen alle mit, während gesprochen wird, wenn die Person einverstanden ist.",
		captionsNone: "Noch ist kein Sprachmodell installiert.",
		spoken: "Gesprochene Sprache",
		usual: "Wie in dieser Organisation üblich",
		translations: "Übersetzungen",
		translationsNone: "Noch ist kein Übersetzungsdienst installiert: Bis dahin wird nichts übersetzt.",
		translateTo: "Übersetzt in",
	},
});
