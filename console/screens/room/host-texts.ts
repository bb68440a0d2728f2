import { defineTexts } from "../../i18n/define.ts";

/** What is said of hosts: who is one next, and what happens without one. */
export const hostTexts = defineTexts({
	en: {
		leaveTitle: "Leave the meeting?",
		leaveText:
			"The others go on without you, or wait where a host has to be there. Ending it closes the meeting for everyone.",
		endForAll: "End for all",
		nextHost: "New host",
		choosePerson: "Choose a person",
		handOver: "Name host and leave",
		makeHost: "Make host",
		makeHostTitle: (name: string) => `Make ${name} a host?`,
		makeHostText: "Hosts admit, mute and remove people, record the meeting and end it. You stay a host, too.",
		guestsHostNothing: "Guests cannot be hosts",
		onlyGuests: "Only guests are left, and guests cannot be hosts.",
	},
	es: {
		leaveTitle: "¿Salir de la reunión?",
		leaveText:
			"Los demás continúan sin usted, o esperan si debe haber un anfitrión. Si la termina, se cierra para todos.",
		endForAll: "Terminar para todos",
		nextHost: "Nuevo anfitrión",
		choosePerson: "Elija a una persona",
		handOver: "Nombrar y salir",
		makeHost: "Nombrar anfitrión",
		makeHostTitle: (name: string) => `¿Nombrar anfitrión a ${name}?`,
		makeHostText:
			"Los anfitriones admiten, silencian y expulsan a otras personas, graban la reunión y la terminan. Usted sigue siendo anfitrión.",
		guestsHostNothing: "Los invitados no pueden ser anfitriones",
		onlyGuests: "Solo quedan invitados, y no pueden ser anfitriones.",
	},
	de: {
		leaveTitle: "Besprechung verlassen?",
		leaveText:
			"Die anderen machen ohne Sie weiter oder warten, wo eine Leitung dabei sein muss. Wenn Sie sie beenden, ist sie für alle zu Ende.",
		endForAll: "Für alle beenden",
		nextHost: "Neue Leitung",
		choosePerson: "Person wählen",
		handOver: "Leitung übergeben und gehen",
		makeHost: "Zur Leitung machen",
		makeHostTitle: (name: string) => `${name} zur Leitung machen?`,
		makeHostText:
			"Wer leitet, lässt andere ein, schaltet sie stumm, entfernt sie, nimmt die Besprechung auf und beendet sie. Sie leiten weiterhin mit.",
		guestsHostNothing: "Gäste können nicht leiten",
		onlyGuests: "Es bleiben nur Gäste, und Gäste können nicht leiten.",
	},
});
