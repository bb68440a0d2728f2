import { defineTexts } from "../../i18n/define.ts";

/** What is said while no host is in the room, and where not everyone may write. */
export const holdTexts = defineTexts({
	en: {
		held: (name: string | null, time: string) =>
			`The meeting is paused and goes on by itself when ${name ?? "a host"} is back. No sound or picture is sent. Paused since ${time}.`,
		chatClosed: {
			held: "Messages can be written when a host is back.",
			hosts: "Only hosts write messages here.",
			off: "The chat of this meeting is off.",
		},
	},
	es: {
		held: (name: string | null, time: string) =>
			`La reunión está en pausa y continuará cuando vuelva ${name ?? "un anfitrión"}. No se envía sonido ni imagen. En pausa desde: ${time}.`,
		chatClosed: {
			held: "Se podrán escribir mensajes cuando vuelva un anfitrión.",
			hosts: "Aquí solo escriben los anfitriones.",
			off: "El chat de esta reunión está desactivado.",
		},
	},
	de: {
		held: (name: string | null, time: string) =>
			`Die Besprechung ist angehalten und geht weiter, sobald ${name ?? "ein Gastgeber"} zurück ist. Ton und Bild werden nicht gesendet. Angehalten seit ${time}.`,
		chatClosed: {
			held: "Nachrichten sind möglich, sobald ein Gastgeber zurück ist.",
			hosts: "Hier schreiben nur Gastgeber.",
			off: "Der Chat dieser Besprechung ist aus.",
		},
	},
});
