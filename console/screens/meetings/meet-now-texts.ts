import { defineTexts } from "../../i18n/define.ts";

export const meetNowTexts = defineTexts({
	en: {
		meetNow: "Meet now",
		lead: "Opens the room of a new meeting. You invite others from there.",
		title: (when: string) => `Meeting of ${when}`,
	},
	es: {
		meetNow: "Reunirse ahora",
		lead: "Abre la sala de una reunión nueva. Desde allí invita a los demás.",
		title: (when: string) => `Reunión del ${when}`,
	},
	de: {
		meetNow: "Jetzt besprechen",
		lead: "Öffnet den Raum einer neuen Besprechung. Von dort laden Sie andere ein.",
		title: (when: string) => `Besprechung vom ${when}`,
	},
});
