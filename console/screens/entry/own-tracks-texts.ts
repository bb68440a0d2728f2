import { defineTexts } from "../../i18n/define.ts";

export const ownTracksTexts = defineTexts({
	en: {
		unsent: "Your recording is on its way. Keep this page open until it has arrived.",
		sent: (count: number, total: number) =>
			count === total
				? "Your recording has arrived."
				: `Parts of your recording that have arrived: ${count} of ${total}.`,
		refused: (count: number, total: number, reason: string) =>
			count === total
				? `Your recording was not accepted: ${reason}`
				: `Parts of your recording that were not accepted: ${count} of ${total}. ${reason}`,
		discard: "Discard my recording",
	},
	es: {
		unsent: "Su grabación se está enviando. Mantenga esta página abierta hasta que llegue.",
		sent: (count: number, total: number) =>
			count === total ? "Su grabación ha llegado." : `Partes de su grabación que han llegado: ${count} de ${total}.`,
		refused: (count: number, total: number, reason: string) =>
			count === total
				? `Su grabación no se ha aceptado: ${reason}`
				: `Partes de su grabación que no se han aceptado: ${count} de ${total}. ${reason}`,
		discard: "Descartar mi grabación",
	},
	de: {
		unsent: "Ihre Aufnahme wird übertragen. Lassen Sie diese Seite offen, bis sie angekommen ist.",
		sent: (count: number, total: number) =>
			count === total ? "Ihre Aufnahme ist angekommen." : `Angekommene Teile Ihrer Aufnahme: ${count} von ${total}.`,
		refused: (count: number, total: number, reason: string) =>
			count === total
				? `Ihre Aufnahme wurde nicht angenommen: ${reason}`
				: `Nicht angenommene Teile Ihrer Aufnahme: ${count} von ${total}. ${reason}`,
		discard: "Meine Aufnahme verwerfen",
	},
});
