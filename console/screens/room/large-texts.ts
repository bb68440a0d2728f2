import { defineTexts } from "../../i18n/define.ts";

/** What is said in rooms of many people, whose sound and pictures go through the server. */
export const largeTexts = defineTexts({
	en: {
		more: "more people",
		vias: {
			worker: "Sound and pictures go through the server now.",
			mesh: "Sound and pictures go from browser to browser again.",
		},
		throughServer: "Sound and pictures go through the server, which could hear and see them.",
		workerMissed:
			"No sound and no pictures: the connection to the server for them fails. It is tried again; if that does not help, try another network or turn a VPN off.",
	},
	es: {
		more: "personas más",
		vias: {
			worker: "Ahora el sonido y la imagen pasan por el servidor.",
			mesh: "El sonido y la imagen vuelven a ir de navegador a navegador.",
		},
		throughServer: "El sonido y la imagen pasan por el servidor, que podría oírlos y verlos.",
		workerMissed:
			"Sin sonido ni imagen: falla la conexión con el servidor que los transmite. Se volverá a intentar; si no ayuda, pruebe con otra red o desactive la VPN.",
	},
	de: {
		more: "weitere Personen",
		vias: {
			worker: "Ton und Bild laufen jetzt über den Server.",
			mesh: "Ton und Bild laufen wieder von Browser zu Browser.",
		},
		throughServer: "Ton und Bild laufen über den Server, der mithören und mitsehen könnte.",
		workerMissed:
			"Kein Ton und kein Bild: Die Verbindung zum Server, über den beides läuft, scheitert. Es wird weiter versucht; hilft das nicht, versuchen Sie ein anderes Netz, oder schalten Sie das VPN ab.",
	},
});
