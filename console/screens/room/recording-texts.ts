import { defineTexts } from "../../i18n/define.ts";

/** What is said when a recording begins or ends. */
export const recordingTexts = defineTexts({
	en: {
		missing: (names: string) => `Everyone has to agree before it starts. Not agreed: ${names}.`,
		recordings: {
			started: "This meeting is being recorded.",
			stopped: "The recording has stopped.",
			refused: "The recording has stopped: not everyone agrees to it.",
		},
	},
	es: {
		missing: (names: string) => `Todos tienen que aceptar antes de que empiece. Falta: ${names}.`,
		recordings: {
			started: "Esta reunión se está grabando.",
			stopped: "La grabación se ha detenido.",
			refused: "La grabación se ha detenido: no todos están de acuerdo.",
		},
	},
	de: {
		missing: (names: string) => `Alle müssen einverstanden sein, bevor sie beginnt. Es fehlt: ${names}.`,
		recordings: {
			started: "Diese Besprechung wird aufgenommen.",
			stopped: "Die Aufnahme ist beendet.",
			refused: "Die Aufnahme ist beendet: Nicht alle sind einverstanden.",
		},
	},
});
