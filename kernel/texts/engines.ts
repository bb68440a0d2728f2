import type { Translations } from "./translations.ts";

/** Texts of the engines for speech, translation and summaries. */
export const enginesTexts = {
	"At most {most} files of an organization are transcribed at once; retry shortly.": {
		es: "Como máximo se transcriben {most} archivos de una organización a la vez; vuelva a intentarlo en breve.",
		de: "Höchstens {most} Dateien einer Organisation werden gleichzeitig transkribiert; versuchen Sie es in Kürze erneut.",
	},
	"Basic summaries are turned off on this installation (SUMMARY_PROVIDER={provider}).": {
		es: "Los resúmenes básicos están desactivados en esta instalación (SUMMARY_PROVIDER={provider}).",
		de: "Einfache Zusammenfassungen sind in dieser Installation abgeschaltet (SUMMARY_PROVIDER={provider}).",
	},
	"is an unknown field": { es: "es un campo desconocido", de: "ist ein unbekanntes Feld" },
	"is damaged": { es: "está dañado", de: "ist beschädigt" },
	"must be a file": { es: "debe ser un archivo", de: "muss eine Datei sein" },
	"must be a number from 0 to 1": { es: "debe ser un número del 0 al 1", de: "muss eine Zahl von 0 bis 1 sein" },
	"The model {model} is being downloaded.": {
		es: "El modelo {model} se está descargando.",
		de: "Das Modell {model} wird heruntergeladen.",
	},
	"The model {model} is installed.": {
		es: "El modelo {model} está instalado.",
		de: "Das Modell {model} ist installiert.",
	},
	"No model is being downloaded.": {
		es: "No se está descargando ningún modelo.",
		de: "Es wird kein Modell heruntergeladen.",
	},
	"There is no such model for this machine.": {
		es: "No existe ese modelo para este equipo.",
		de: "Ein solches Modell gibt es für diesen Rechner nicht.",
	},
	"must be false: responses are not streamed": {
		es: "debe ser false: las respuestas no se transmiten por partes",
		de: "muss false sein: Antworten werden nicht gestreamt",
	},
	"must be sent once": { es: "debe enviarse una sola vez", de: "muss genau einmal gesendet werden" },
	"No engine is available.": { es: "No hay ningún motor disponible.", de: "Es ist keine Engine verfügbar." },
	"No language model is configured.": {
		es: "No hay ningún modelo de lenguaje configurado.",
		de: "Es ist kein Sprachmodell eingerichtet.",
	},
	"No model for whisper-server is installed.": {
		es: "No hay ningún modelo instalado para whisper-server.",
		de: "Es ist kein Modell für whisper-server installiert.",
	},
	"No model is configured for the language server.": {
		es: "No hay ningún modelo configurado para el servidor de lenguaje.",
		de: "Für den Sprachmodell-Server ist kein Modell eingerichtet.",
	},
	"No OpenAI-compatible server is configured.": {
		es: "No hay ningún servidor compatible con OpenAI configurado.",
		de: "Es ist kein OpenAI-kompatibler Server eingerichtet.",
	},
	"No server with OpenAI's realtime interface is configured.": {
		es: "No hay ningún servidor configurado con la interfaz en tiempo real de OpenAI.",
		de: "Es ist kein Server mit der Realtime-Schnittstelle von OpenAI eingerichtet.",
	},
	"No speech recognition model is installed.": {
		es: "No hay ningún modelo de reconocimiento de voz instalado.",
		de: "Es ist kein Modell zur Spracherkennung installiert.",
	},
	"No translation engine is configured: set TRANSLATE_PROVIDER.": {
		es: "No hay ningún motor de traducción configurado: establezca TRANSLATE_PROVIDER.",
		de: "Es ist keine Übersetzungs-Engine eingerichtet: Setzen Sie TRANSLATE_PROVIDER.",
	},
	"No translation server is configured: set TRANSLATE_URL.": {
		es: "No hay ningún servidor de traducción configurado: establezca TRANSLATE_URL.",
		de: "Es ist kein Übersetzungsserver eingerichtet: Setzen Sie TRANSLATE_URL.",
	},
	"The body has no valid signature of the payment provider.": {
		es: "El cuerpo no tiene una firma válida del proveedor de pagos.",
		de: "Der Inhalt hat keine gültige Signatur des Zahlungsanbieters.",
	},
	"The file is larger than 25 MiB.": { es: "El archivo ocupa más de 25 MiB.", de: "Die Datei ist größer als 25 MiB." },
	"The identity provider cannot be reached, so its tokens cannot be checked.": {
		es: "No se puede acceder al proveedor de identidad, por lo que no se pueden comprobar sus tokens.",
		de: "Der Identitätsanbieter ist nicht erreichbar, daher können seine Token nicht geprüft werden.",
	},
	"The model {model} does not support the language {language}.": {
		es: "El modelo {model} no admite el idioma {language}.",
		de: "Das Modell {model} unterstützt die Sprache {language} nicht.",
	},
	"The model {model} does not translate.": {
		es: "El modelo {model} no traduce.",
		de: "Das Modell {model} übersetzt nicht.",
	},
	"The model {model} supports only one language, and the language of the recording is unknown.": {
		es: "El modelo {model} solo admite un idioma, y se desconoce el idioma de la grabación.",
		de: "Das Modell {model} unterstützt nur eine Sprache, und die Sprache der Aufzeichnung ist unbekannt.",
	},
	"The organization already has its share of the live speech engine; retry when another of its tracks has ended.": {
		es: "La organización ya utiliza su parte del motor de voz en directo; vuelva a intentarlo cuando termine otra de sus pistas.",
		de: "Die Organisation nutzt ihren Anteil an der Live-Spracherkennung bereits; versuchen Sie es erneut, wenn eine andere ihrer Spuren beendet ist.",
	},
	"The organization's AI policy allows none of this installation's engines.": {
		es: "La política de IA de la organización no permite ninguno de los motores de esta instalación.",
		de: "Die KI-Richtlinie der Organisation erlaubt keine der Engines dieser Installation.",
	},
	"The organization's AI policy does not allow audio to leave this installation.": {
		es: "La política de IA de la organización no permite que el audio salga de esta instalación.",
		de: "Die KI-Richtlinie der Organisation erlaubt es nicht, dass Audio diese Installation verlässt.",
	},
	"The organization's AI policy does not allow basic summaries.": {
		es: "La política de IA de la organización no permite resúmenes básicos.",
		de: "Die KI-Richtlinie der Organisation erlaubt keine einfachen Zusammenfassungen.",
	},
	"The organization's AI policy does not allow text to leave this installation.": {
		es: "La política de IA de la organización no permite que el texto salga de esta instalación.",
		de: "Die KI-Richtlinie der Organisation erlaubt es nicht, dass Text diese Installation verlässt.",
	},
	"The organization's AI policy does not allow the language model.": {
		es: "La política de IA de la organización no permite el modelo de lenguaje.",
		de: "Die KI-Richtlinie der Organisation erlaubt das Sprachmodell nicht.",
	},
	"The organization's AI policy does not allow the language {language}.": {
		es: "La política de IA de la organización no permite el idioma {language}.",
		de: "Die KI-Richtlinie der Organisation erlaubt die Sprache {language} nicht.",
	},
	"The organization's AI policy does not allow translations to {to}.": {
		es: "La política de IA de la organización no permite traducciones al idioma {to}.",
		de: "Die KI-Richtlinie der Organisation erlaubt keine Übersetzungen in die Sprache {to}.",
	},
	"The organization's AI policy does not allow {provider}.": {
		es: "La política de IA de la organización no permite {provider}.",
		de: "Die KI-Richtlinie der Organisation erlaubt {provider} nicht.",
	},
	"The payment provider could not be asked: try again shortly.": {
		es: "No se pudo consultar al proveedor de pagos: vuelva a intentarlo en breve.",
		de: "Der Zahlungsanbieter konnte nicht gefragt werden: Versuchen Sie es in Kürze erneut.",
	},
	"The speech engine cannot be reached; retry shortly.": {
		es: "No se puede acceder al motor de voz; vuelva a intentarlo en breve.",
		de: "Die Spracherkennung ist nicht erreichbar; versuchen Sie es in Kürze erneut.",
	},
	"The speech engine is busy; retry shortly.": {
		es: "El motor de voz está ocupado; vuelva a intentarlo en breve.",
		de: "Die Spracherkennung ist ausgelastet; versuchen Sie es in Kürze erneut.",
	},
	"The speech engine refused the request: its operator finds the reason in the log.": {
		es: "El motor de voz rechazó la solicitud: su operador encontrará el motivo en el registro.",
		de: "Die Spracherkennung hat die Anfrage abgelehnt: Ihr Betreiber findet den Grund im Protokoll.",
	},
	"The speech engine stopped; retry shortly.": {
		es: "El motor de voz se detuvo; vuelva a intentarlo en breve.",
		de: "Die Spracherkennung wurde beendet; versuchen Sie es in Kürze erneut.",
	},
	"The speech engine took too long; retry shortly.": {
		es: "El motor de voz tardó demasiado; vuelva a intentarlo en breve.",
		de: "Die Spracherkennung hat zu lange gebraucht; versuchen Sie es in Kürze erneut.",
	},
	"The speech engine's response is not valid; retry shortly.": {
		es: "La respuesta del motor de voz no es válida; vuelva a intentarlo en breve.",
		de: "Die Antwort der Spracherkennung ist ungültig; versuchen Sie es in Kürze erneut.",
	},
	"The transcription took too long; send a shorter file, or upload it as a recording.": {
		es: "La transcripción tardó demasiado; envíe un archivo más corto o súbalo como grabación.",
		de: "Die Transkription hat zu lange gedauert; senden Sie eine kürzere Datei, oder laden Sie sie als Aufzeichnung hoch.",
	},
	"There is no such model; `GET /v1/models` lists them.": {
		es: "No existe ese modelo; `GET /v1/models` los enumera.",
		de: "Dieses Modell gibt es nicht; `GET /v1/models` führt sie auf.",
	},
	"This installation uses another engine for live captions.": {
		es: "Esta instalación usa otro motor para los subtítulos en directo.",
		de: "Diese Installation verwendet eine andere Engine für Live-Untertitel.",
	},
	"This installation uses no language model for summaries (SUMMARY_PROVIDER={provider}).": {
		es: "Esta instalación no usa ningún modelo de lenguaje para los resúmenes (SUMMARY_PROVIDER={provider}).",
		de: "Diese Installation verwendet kein Sprachmodell für Zusammenfassungen (SUMMARY_PROVIDER={provider}).",
	},
	"Transcription is turned off on this installation (STT_PROVIDER=none).": {
		es: "La transcripción está desactivada en esta instalación (STT_PROVIDER=none).",
		de: "Die Transkription ist in dieser Installation abgeschaltet (STT_PROVIDER=none).",
	},
	"Use a token of an organization: audio is transcribed on behalf of an organization.": {
		es: "Use un token de una organización: el audio se transcribe en nombre de una organización.",
		de: "Verwenden Sie ein Token einer Organisation: Audio wird im Auftrag einer Organisation transkribiert.",
	},
	"Vosk does not support the language {language}.": {
		es: "Vosk no admite el idioma {language}.",
		de: "Vosk unterstützt die Sprache {language} nicht.",
	},
	"Vosk is available only for Linux on x86_64 with glibc.": {
		es: "Vosk solo está disponible para Linux en x86_64 con glibc.",
		de: "Vosk ist nur für Linux auf x86_64 mit glibc verfügbar.",
	},
	"Vosk's model is not installed.": {
		es: "El modelo de Vosk no está instalado.",
		de: "Das Modell von Vosk ist nicht installiert.",
	},
	"was refused by the payment provider: use another payment method": {
		es: "fue rechazado por el proveedor de pagos: use otro medio de pago",
		de: "wurde vom Zahlungsanbieter abgelehnt: Verwenden Sie ein anderes Zahlungsmittel",
	},
	"whisper-server is not installed.": {
		es: "whisper-server no está instalado.",
		de: "whisper-server ist nicht installiert.",
	},
	"{path} is not an executable program.": {
		es: "{path} no es un programa ejecutable.",
		de: "{path} ist kein ausführbares Programm.",
	},
} satisfies Translations;
