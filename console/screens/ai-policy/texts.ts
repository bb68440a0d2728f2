import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		title: "AI policy",
		lead: "Which providers may process recordings and texts of this organization, and in which languages.",
		tasks: { transcription: "Transcription", translation: "Translation", summary: "Summaries" },
		contents: {
			transcription: "Providers receive the sound of recordings and live captions.",
			translation: "Providers receive the text of transcripts.",
			summary: "Providers receive the text of transcripts.",
		},
		external: "Providers outside this installation",
		externalHint:
			"Recordings or texts may leave this installation. A compliance mode forbids it, unless the operator has an agreement.",
		languages: "Languages",
		languagesHint: "Codes such as en or pt-BR, separated by commas. Empty: all languages.",
		providers: "Providers",
		providersHint:
			"Only chosen providers are used, in this order. None chosen: those of the installation, in its order.",
		notChosen: "Not chosen",
		choice: (rank: number) => `Choice ${rank}`,
		inside: "Available; data stays on this installation.",
		outside: "Available; data leaves this installation.",
		forbidden: "Not used: data would leave this installation.",
		unavailable: "Not available on this installation.",
		lacking: "No provider that this policy allows is available on this installation.",
	},
	es: {
		title: "Política de IA",
		lead: "Qué proveedores pueden tratar las grabaciones y los textos de esta organización, y en qué idiomas.",
		tasks: { transcription: "Transcripción", translation: "Traducción", summary: "Resúmenes" },
		contents: {
			transcription: "Los proveedores reciben el sonido de las grabaciones y de los subtítulos en directo.",
			translation: "Los proveedores reciben el texto de las transcripciones.",
			summary: "Los proveedores reciben el texto de las transcripciones.",
		},
		external: "Proveedores ajenos a esta instalación",
		externalHint:
			"Las grabaciones o los textos pueden salir de esta instalación. Un modo de cumplimiento lo prohíbe, salvo que el operador tenga un acuerdo.",
		languages: "Idiomas",
		languagesHint: "Códigos como es o pt-BR, separadas por comas. Vacío: todos los idiomas.",
		providers: "Proveedores",
		providersHint:
			"Solo se usan los elegidos, en este orden. Si no se elige ninguno, los de la instalación, en el suyo.",
		notChosen: "Sin elegir",
		choice: (rank: number) => `Opción ${rank}`,
		inside: "Disponible; los datos no salen de esta instalación.",
		outside: "Disponible; los datos salen de esta instalación.",
		forbidden: "No se usa: los datos saldrían de esta instalación.",
		unavailable: "No disponible en esta instalación.",
		lacking: "Ninguno de los proveedores que permite esta política está disponible en esta instalación.",
	},
	de: {
		title: "KI-Richtlinie",
		lead: "Welche Anbieter Aufnahmen und Texte dieser Organisation verarbeiten dürfen, und in welchen Sprachen.",
		tasks: { transcription: "Transkription", translation: "Übersetzung", summary: "Zusammenfassungen" },
		contents: {
			transcription: "Anbieter erhalten den Ton von Aufnahmen und Live-Untertiteln.",
			translation: "Anbieter erhalten den Text von Transkripten.",
			summary: "Anbieter erhalten den Text von Transkripten.",
		},
		external: "Anbieter außerhalb dieser Installation",
		externalHint:
			"Aufnahmen oder Texte dürfen diese Installation verlassen. Ein Compliance-Modus verbietet es, sofern der Betreiber keine Vereinbarung dafür hat.",
		languages: "Sprachen",
		languagesHint: "Kürzel wie de oder pt-BR, durch Kommas getrennt. Leer: alle Sprachen.",
		providers: "Anbieter",
		providersHint:
			"Nur ausgewählte Anbieter werden genutzt, in dieser Reihenfolge. Ist keiner ausgewählt, die der Installation in deren Reihenfolge.",
		notChosen: "Nicht ausgewählt",
		choice: (rank: number) => `${rank}. Wahl`,
		inside: "Verfügbar; die Daten bleiben in dieser Installation.",
		outside: "Verfügbar; die Daten verlassen diese Installation.",
		forbidden: "Wird nicht genutzt: Die Daten würden diese Installation verlassen.",
		unavailable: "In dieser Installation nicht verfügbar.",
		lacking: "Kein Anbieter, den diese Richtlinie erlaubt, ist in dieser Installation verfügbar.",
	},
});
