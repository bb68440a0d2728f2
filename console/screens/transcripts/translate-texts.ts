import { defineTexts } from "../../i18n/define.ts";

export const translateTexts = defineTexts({
	en: {
		translateTitle: "Translate the transcript",
		translateLead: "By machine. It stays beside the original, which does not change.",
		start: "Translate",
		noEngine: "No translation engine is set up on this server, so transcripts cannot be translated yet.",
		setEngine: "Whoever runs the server sets one up with this variable:",
		askForEngine: "Whoever runs the server can set one up.",
		engines: "Health of the installation",
	},
	es: {
		translateTitle: "Traducir la transcripción",
		translateLead: "De forma automática. Queda junto al original, que no cambia.",
		start: "Traducir",
		noEngine:
			"Este servidor no tiene ningún motor de traducción, así que las transcripciones aún no se pueden traducir.",
		setEngine: "Se configura en el servidor con esta variable:",
		askForEngine: "Quien gestiona el servidor puede configurar uno.",
		engines: "Estado de la instalación",
	},
	de: {
		translateTitle: "Transkript übersetzen",
		translateLead: "Maschinell. Die Übersetzung steht neben dem Original; dieses ändert sich nicht.",
		start: "Übersetzen",
		noEngine:
			"Auf diesem Server ist kein Übersetzungsdienst eingerichtet; Transkripte lassen sich noch nicht übersetzen.",
		setEngine: "Eingerichtet wird er am Server mit dieser Variable:",
		askForEngine: "Wer den Server betreibt, kann einen einrichten.",
		engines: "Zustand der Installation",
	},
});
