import { defineTexts } from "../../i18n/define.ts";

/** What is said when a recording begins or ends. */
export const recordingTexts = defineTexts({
	en: {
		recordings: {
			started: "This meeting is being recorded.",
			stopped: "The recording has stopped.",
			refused: "The recording has stopped: not everyone agrees to it.",
		},
	},
	es: {
		recordings: {
			started: "Esta reunión se está grabando.",
			stopped: "La grabación se ha detenido.",
			refused: "La grabación se ha detenido: no todos están de acuerdo.",
		},
	},
	de: {
		recordings: {
			started: "Diese Besprechung wird aufgenommen.",
			stopped: "Die Aufnahme ist beendet.",
			refused: "Die Aufnahme ist beendet: Nicht alle sind einverstanden.",
		},
	},
});
