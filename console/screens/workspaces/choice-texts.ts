import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		first: "General",
		firstHint: "The first one of the organization. It is created with this name; its members see what is in it.",
	},
	es: {
		first: "General",
		firstHint: "El primero de la organización. Se crea con este nombre; sus miembros ven lo que contiene.",
	},
	de: {
		first: "Allgemein",
		firstHint: "Der erste der Organisation. Er wird mit diesem Namen angelegt; seine Mitglieder sehen, was darin ist.",
	},
});
