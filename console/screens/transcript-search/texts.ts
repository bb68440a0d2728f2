import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		lead: "What was said, in all meetings that you may enter.",
		label: "Search transcripts",
		workspace: "Workspace",
		anyWorkspace: "Any workspace",
		results: "Hits",
		begin: "Search for what was said",
		beginHint: "Words, “a phrase” in quotation marks, begin*, -without, speaker:ada.",
		at: (time: string, title: string) => `Open ${title} at ${time}`,
	},
	es: {
		lead: "Lo que se ha dicho en todas las reuniones a las que puede acceder.",
		label: "Buscar en las transcripciones",
		workspace: "Espacio de trabajo",
		anyWorkspace: "Cualquier espacio de trabajo",
		results: "Resultados",
		begin: "Busque lo que se ha dicho",
		beginHint: "Palabras, «una frase» entre comillas, comienzo*, -sin, speaker:ada.",
		at: (time: string, title: string) => `Abrir ${title} en ${time}`,
	},
	de: {
		lead: "Was gesagt wurde, in allen Besprechungen, die Sie betreten dürfen.",
		label: "Transkripte durchsuchen",
		workspace: "Arbeitsbereich",
		anyWorkspace: "Jeder Arbeitsbereich",
		results: "Treffer",
		begin: "Suchen Sie nach Gesagtem",
		beginHint: "Wörter, „eine Wendung“ in Anführungszeichen, Anfang*, -ohne, speaker:ada.",
		at: (time: string, title: string) => `${title} bei ${time} öffnen`,
	},
});
