import { defineTexts } from "../../i18n/define.ts";

export const translateTexts = defineTexts({
	en: {
		translateTitle: "Translate the transcript",
		translateLead: "By machine. It stays beside the original, which does not change.",
		start: "Translate",
		noEngine: "No translation service is set up on this server, so transcripts cannot be translated yet.",
		setEngine: "It is set up at the server with this variable:",
		askForEngine: "The person who runs the server can set one up: ask them.",
		engines: "Health of the installation",
	},
	es: {
		translateTitle: "Traducir la transcripción",
		translateLead: "De forma automática. Queda junto al original, que no cambia.",
		start: "Traducir",
		noEngine:
			"Este servidor no tiene ningún servicio de traducción, así que las transcripciones aún no se pueden traducir.",
		setEngine: "Se configura en el servidor con esta variable:",
		askForEngine: "La persona que gestiona el servidor puede configurar uno: pídaselo.",
		engines: "Estado de la instalación",
	},
	de: {
		translateTitle: "Transkript übersetzen",
		translateLead: "Maschinell. Die Übersetzung steht neben dem Original; dieses ändert sich nicht.",
		start: "Übersetzen",
		noEngine:
			"Auf diesem Server ist kein Übersetzungsdienst eingerichtet; Transkripte lassen sich noch nicht übersetzen.",
		setEngine: "Eingerichtet wird er am Server mit dieser Variable:",
		askForEngine: "Die Person, die den Server betreibt, kann einen einrichten: Fragen Sie sie.",
		engines: "Zustand der Installation",
	},
});
