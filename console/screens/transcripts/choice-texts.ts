import { defineTexts } from "../../i18n/define.ts";

export const choiceTexts = defineTexts({
	en: {
		captions: "Captions of the meeting",
		recording: (when: string) => `Recording, ${when}`,
		imported: (when: string) => `Imported, ${when}`,
		partly: (when: string) => `Only ${when} was recorded. The captions have the rest.`,
		showCaptions: "Show the captions",
		newer: "A newer transcript is ready:",
		show: "Show it",
	},
	es: {
		captions: "Subtítulos de la reunión",
		recording: (when: string) => `Grabación, ${when}`,
		imported: (when: string) => `Importada, ${when}`,
		partly: (when: string) => `Solo se grabó ${when}. Los subtítulos tienen el resto.`,
		showCaptions: "Mostrar los subtítulos",
		newer: "Hay una transcripción más reciente:",
		show: "Mostrarla",
	},
	de: {
		captions: "Untertitel der Besprechung",
		recording: (when: string) => `Aufnahme, ${when}`,
		imported: (when: string) => `Importiert, ${when}`,
		partly: (when: string) => `Nur ${when} wurde aufgenommen. Den Rest haben die Untertitel.`,
		showCaptions: "Untertitel zeigen",
		newer: "Ein neueres Transkript ist fertig:",
		show: "Zeigen",
	},
});
