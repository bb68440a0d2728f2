import { defineTexts, type Language } from "../i18n/define.ts";

const texts = defineTexts({
	en: {
		captions: "Live captions",
		settings: "Display",
		size: "Text size",
		contrast: "Contrast",
		contrasts: {
			auto: "As on this device",
			dark: "White on black",
			light: "Black on white",
			yellow: "Yellow on black",
		},
		position: "Position",
		positions: { full: "Whole window", top: "Top", bottom: "Bottom" },
		languages: "Languages",
		original: "Original",
		withOriginal: (language: string) => `Original and ${language}`,
		only: (language: string) => `${language} only`,
		still: "Still mode",
		stillHint:
			"One line per sentence, which does not change once it is there. For screen readers and braille displays.",
		overlay: "Open as an overlay for OBS",
		connecting: "Connecting…",
		lost: "The connection was lost. Captions resume automatically.",
		waiting: "The meeting has not started. Captions appear here once it does.",
		silent: "No one has spoken yet.",
		over: "The meeting has ended.",
		invalid: "This link is no longer valid.",
		invalidHint: "It has expired or was withdrawn. Ask the host of the meeting for a new one.",
		closed: "Captions are not available at the moment.",
	},
	es: {
		captions: "Subtítulos en directo",
		settings: "Presentación",
		size: "Tamaño del texto",
		contrast: "Contraste",
		contrasts: {
			auto: "Como en este dispositivo",
			dark: "Blanco sobre negro",
			light: "Negro sobre blanco",
			yellow: "Amarillo sobre negro",
		},
		position: "Posición",
		positions: { full: "Toda la ventana", top: "Arriba", bottom: "Abajo" },
		languages: "Idiomas",
		original: "Original",
		withOriginal: (language: string) => `Original y ${language}`,
		only: (language: string) => `Solo ${language}`,
		still: "Modo fijo",
		stillHint: "Una línea por frase, que ya no cambia una vez mostrada. Para lectores de pantalla y líneas braille.",
		overlay: "Abrir como superposición para OBS",
		connecting: "Conectando…",
		lost: "Se ha perdido la conexión. Los subtítulos se reanudarán automáticamente.",
		waiting: "La reunión no ha empezado. Los subtítulos aparecerán aquí cuando empiece.",
		silent: "Aún no ha hablado nadie.",
		over: "La reunión ha terminado.",
		invalid: "Este enlace ya no es válido.",
		invalidHint: "Ha caducado o se ha retirado. Pida uno nuevo al anfitrión de la reunión.",
		closed: "Los subtítulos no están disponibles en este momento.",
	},
	de: {
		captions: "Live-Untertitel",
		settings: "Darstellung",
		size: "Schriftgröße",
		contrast: "Kontrast",
		contrasts: {
			auto: "Wie auf diesem Gerät",
			dark: "Weiß auf Schwarz",
			light: "Schwarz auf Weiß",
			yellow: "Gelb auf Schwarz",
		},
		position: "Position",
		positions: { full: "Ganzes Fenster", top: "Oben", bottom: "Unten" },
		languages: "Sprachen",
		original: "Original",
		withOriginal: (language: string) => `Original und ${language}`,
		only: (language: string) => `Nur ${language}`,
		still: "Ruhiger Modus",
		stillHint:
			"Eine Zeile je Satz, die sich nicht mehr ändert, sobald sie dasteht. Für Screenreader und Braillezeilen.",
		overlay: "Als Overlay für OBS öffnen",
		connecting: "Verbindung wird hergestellt …",
		lost: "Die Verbindung ist unterbrochen. Die Untertitel gehen von selbst weiter.",
		waiting: "Die Besprechung hat noch nicht begonnen. Sobald sie läuft, erscheinen hier die Untertitel.",
		silent: "Bisher hat noch niemand gesprochen.",
		over: "Die Besprechung ist beendet.",
		invalid: "Dieser Link ist nicht mehr gültig.",
		invalidHint: "Er ist abgelaufen oder wurde zurückgezogen. Bitten Sie die Leitung der Besprechung um einen neuen.",
		closed: "Zurzeit sind keine Untertitel verfügbar.",
	},
});

const isLanguage = (tag: string): tag is Language => tag in texts;

/** The language of the page: the first of the browser's that it has. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en";

/** The texts of the page. */
export const t = texts[language];
