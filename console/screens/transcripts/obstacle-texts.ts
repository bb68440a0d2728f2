import { defineTexts } from "../../i18n/define.ts";

/** By the error codes of transcriptions. */
export const obstacleTexts = defineTexts({
	en: {
		models: "Download a speech model",
		why: "Why it could not be transcribed",
		unknown: "The server does not say more. Transcribe it again, or ask an administrator of the organization.",
		reasons: {
			unsupported_media_type:
				"This server cannot read the sound of the file. Convert it to WAV, MP3, or Opus in WebM or Ogg, and upload it again; or ask the person who runs the server to install ffmpeg.",
			media_unreadable: "The file is damaged or incomplete.",
			media_has_no_audio: "The file contains no audio.",
			media_too_long: "The recording is longer than this server accepts.",
		},
	},
	es: {
		models: "Descargar un modelo de voz",
		why: "Por qué no se pudo transcribir",
		unknown: "El servidor no dice más. Vuelva a transcribirla o consulte a un administrador de la organización.",
		reasons: {
			unsupported_media_type:
				"Este servidor no puede leer el sonido del archivo. Conviértalo a WAV, MP3 u Opus en WebM u Ogg y vuelva a subirlo, o pida a quien gestiona el servidor que instale ffmpeg.",
			media_unreadable: "El archivo está dañado o incompleto.",
			media_has_no_audio: "El archivo no contiene audio.",
			media_too_long: "La grabación es más larga de lo que acepta este servidor.",
		},
	},
	de: {
		models: "Sprachmodell herunterladen",
		why: "Warum die Transkription gescheitert ist",
		unknown:
			"Mehr sagt der Server nicht. Transkribieren Sie noch einmal, oder fragen Sie die Administration der Organisation.",
		reasons: {
			unsupported_media_type:
				"Dieser Server kann den Ton der Datei nicht lesen. Wandeln Sie sie in WAV, MP3 oder Opus in WebM oder Ogg um und laden Sie sie noch einmal hoch, oder bitten Sie die Betreiber des Servers, ffmpeg zu installieren.",
			media_unreadable: "Die Datei ist beschädigt oder unvollständig.",
			media_has_no_audio: "Die Datei enthält keinen Ton.",
			media_too_long: "Die Aufnahme ist länger, als dieser Server annimmt.",
		},
	},
});
