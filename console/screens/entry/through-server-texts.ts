import { defineTexts } from "../../i18n/define.ts";

export const throughServerTexts = defineTexts({
	en: {
		throughServer:
			"With more than eight people, sound and pictures may go through the server, which could then hear and see them.",
	},
	es: {
		throughServer:
			"A partir de nueve personas, el sonido y la imagen pueden pasar por el servidor, que entonces podría oírlos y verlos.",
	},
	de: {
		throughServer:
			"Ab neun Personen können Ton und Bild über den Server laufen, der dann mithören und mitsehen könnte.",
	},
});
