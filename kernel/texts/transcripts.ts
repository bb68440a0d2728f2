import type { Translations } from "./translations.ts";

/** Texts of transcripts, and what is made of them. */
export const transcriptsTexts = {
	"A transcript can have at most {most} translations; delete one first.": {
		es: "Una transcripción puede tener como máximo {most} traducciones; elimine antes una.",
		de: "Ein Transkript kann höchstens {most} Übersetzungen haben; löschen Sie zuerst eine.",
	},
	"Another connection now publishes this track.": {
		es: "Otra conexión publica ahora esta pista.",
		de: "Eine andere Verbindung veröffentlicht jetzt diese Spur.",
	},
	"Another speech engine has taken over this meeting: connect again.": {
		es: "Otro motor de voz se ha hecho cargo de esta reunión: vuelva a conectarse.",
		de: "Eine andere Spracherkennung hat diese Besprechung übernommen: Verbinden Sie sich erneut.",
	},
	"at character {character}: {operator}: {problem}": {
		es: "en el carácter {character}: {operator}: {problem}",
		de: "an Zeichen {character}: {operator}: {problem}",
	},
	"at character {character}: {problem}": {
		es: "en el carácter {character}: {problem}",
		de: "an Zeichen {character}: {problem}",
	},
	"at most {most} words may follow each other": {
		es: "pueden seguirse como máximo {most} palabras",
		de: "höchstens {most} Wörter dürfen aufeinanderfolgen",
	},
	"cannot be negated": { es: "no puede negarse", de: "kann nicht verneint werden" },
	"cannot be translated to: the engine does not know {from}": {
		es: "no puede usarse como destino: el motor no conoce {from}",
		de: "kann keine Zielsprache sein: Die Engine kennt {from} nicht",
	},
	"consentStatement must be a text of 1…{most} characters.": {
		es: "consentStatement debe ser un texto de 1…{most} caracteres.",
		de: "consentStatement muss ein Text mit 1…{most} Zeichen sein.",
	},
	"lang must be a language, such as en or en-US.": {
		es: "lang debe ser un idioma, como en o en-US.",
		de: "lang muss eine Sprache sein, etwa en oder en-US.",
	},
	"language must be a language, such as en or de-CH.": {
		es: "language debe ser un idioma, como en o de-CH.",
		de: "language muss eine Sprache sein, etwa en oder de-CH.",
	},
	"must be a day such as 2030-01-31, or a date and time such as 2030-01-31T09:30:00Z": {
		es: "debe ser un día como 2030-01-31, o una fecha y hora como 2030-01-31T09:30:00Z",
		de: "muss ein Tag wie 2030-01-31 sein oder Datum und Uhrzeit wie 2030-01-31T09:30:00Z",
	},
	"must be a different language from that of the transcript, {language}": {
		es: "debe ser un idioma distinto del de la transcripción, {language}",
		de: "muss eine andere Sprache als die des Transkripts sein, {language}",
	},
	"must be a name of at most {most} words": {
		es: "debe ser un nombre de como máximo {most} palabras",
		de: "muss ein Name mit höchstens {most} Wörtern sein",
	},
	"must be a segment of the transcript": {
		es: "debe ser un segmento de la transcripción",
		de: "muss ein Segment des Transkripts sein",
	},
	"must be a speaker of the transcript": {
		es: "debe ser un hablante de la transcripción",
		de: "muss ein Sprecher des Transkripts sein",
	},
	"must be one that the engine translates {from} to: {known}": {
		es: "debe ser uno al que el motor traduzca desde {from}: {known}",
		de: "muss eine Sprache sein, in die die Engine aus {from} übersetzt: {known}",
	},
	"must have at most {most} characters in a segment, or beside all segments": {
		es: "debe tener como máximo {most} caracteres en un segmento, o fuera de todos los segmentos",
		de: "darf höchstens {most} Zeichen in einem Segment oder außerhalb aller Segmente haben",
	},
	"must have at most {most} speakers": {
		es: "debe tener como máximo {most} hablantes",
		de: "darf höchstens {most} Sprecher haben",
	},
	"must not be a mix; name one of its tracks": {
		es: "no debe ser una mezcla; indique una de sus pistas",
		de: "darf keine Mischung sein; geben Sie eine ihrer Spuren an",
	},
	"must not be before startMs": { es: "no debe ser anterior a startMs", de: "darf nicht vor startMs liegen" },
	"must not be the speaker that is merged": {
		es: "no debe ser el hablante que se fusiona",
		de: "darf nicht der Sprecher sein, der zusammengeführt wird",
	},
	"needs a name": { es: "necesita un nombre", de: "braucht einen Namen" },
	"needs a term to find besides the excluded ones": {
		es: "necesita algo que buscar además de lo que se excluye",
		de: "braucht außer dem, was auszuschließen ist, etwas zum Suchen",
	},
	"needs a word to find": { es: "necesita una palabra que buscar", de: "braucht ein Wort zum Suchen" },
	"seq is required: it numbers the captions.": {
		es: "seq es obligatorio: numera los subtítulos.",
		de: "seq ist erforderlich: Es nummeriert die Untertitel.",
	},
	"the beginning of a word needs at least {least} letters": {
		es: "el comienzo de una palabra necesita al menos {least} letras",
		de: "der Anfang eines Wortes braucht mindestens {least} Buchstaben",
	},
	"The body is not JSON.": { es: "El cuerpo no es JSON.", de: "Der Inhalt ist kein JSON." },
	"The captions could not be stored.": {
		es: "No se pudieron guardar los subtítulos.",
		de: "Die Untertitel konnten nicht gespeichert werden.",
	},
	"The captions could not be stored; send them again.": {
		es: "No se pudieron guardar los subtítulos; envíelos de nuevo.",
		de: "Die Untertitel konnten nicht gespeichert werden; senden Sie sie erneut.",
	},
	"The captions of this meeting are closed.": {
		es: "Los subtítulos de esta reunión están cerrados.",
		de: "Die Untertitel dieser Besprechung sind geschlossen.",
	},
	"The job is {state} and cannot be cancelled.": {
		es: "El trabajo tiene el estado {state} y no puede cancelarse.",
		de: "Der Auftrag hat den Status {state} und kann nicht abgebrochen werden.",
	},
	"The job is {state} and cannot be retried.": {
		es: "El trabajo tiene el estado {state} y no puede reintentarse.",
		de: "Der Auftrag hat den Status {state} und kann nicht wiederholt werden.",
	},
	"A captions link needs a meeting that is scheduled or live.": {
		es: "Un enlace a los subtítulos requiere una reunión programada o en curso.",
		de: "Ein Untertitel-Link setzt eine geplante oder laufende Besprechung voraus.",
	},
	"The meeting has no captions link.": {
		es: "La reunión no tiene enlace a los subtítulos.",
		de: "Die Besprechung hat keinen Untertitel-Link.",
	},
	"The meeting has not started: captions are available once it is live.": {
		es: "La reunión no ha empezado: habrá subtítulos en cuanto esté en curso.",
		de: "Die Besprechung hat noch nicht begonnen: Untertitel gibt es, sobald sie läuft.",
	},
	"This captions link is not valid.": {
		es: "Este enlace a los subtítulos no es válido.",
		de: "Dieser Untertitel-Link ist nicht gültig.",
	},
	"The meeting has no caption address.": {
		es: "La reunión no tiene dirección para subtítulos.",
		de: "Die Besprechung hat keine Adresse für Untertitel.",
	},
	"The meeting has no finished transcript to summarize.": {
		es: "La reunión no tiene ninguna transcripción terminada que resumir.",
		de: "Die Besprechung hat kein fertiges Transkript zum Zusammenfassen.",
	},
	"The meeting has no live captions: turn on transcription.live.": {
		es: "La reunión no tiene subtítulos en directo: active transcription.live.",
		de: "Die Besprechung hat keine Live-Untertitel: Schalten Sie transcription.live ein.",
	},
	"The meeting has no recording to transcribe; upload one first.": {
		es: "La reunión no tiene ninguna grabación que transcribir; suba antes una.",
		de: "Die Besprechung hat keine Aufzeichnung zum Transkribieren; laden Sie zuerst eine hoch.",
	},
	"The meeting has no summary.": {
		es: "La reunión no tiene resumen.",
		de: "Die Besprechung hat keine Zusammenfassung.",
	},
	"The meeting is not transcribed: turn on transcription.enabled, or state in consentStatement who consented elsewhere.":
		{
			es: "La reunión no se transcribe: active transcription.enabled, o indique en consentStatement quién consintió por otra vía.",
			de: "Die Besprechung wird nicht transkribiert: Schalten Sie transcription.enabled ein, oder geben Sie in consentStatement an, wer anderweitig zugestimmt hat.",
		},
	"The meeting is {state}: captions are accepted only while it is live.": {
		es: "La reunión tiene el estado {state}: los subtítulos solo se aceptan mientras está en directo.",
		de: "Die Besprechung hat den Status {state}: Untertitel werden nur angenommen, solange sie läuft.",
	},
	"The meeting is {state}: captions are available only while it is live.": {
		es: "La reunión tiene el estado {state}: los subtítulos solo están disponibles mientras está en directo.",
		de: "Die Besprechung hat den Status {state}: Untertitel gibt es nur, solange sie läuft.",
	},
	"The organization allows only basic summaries (settings.aiSummaries).": {
		es: "La organización solo permite resúmenes básicos (settings.aiSummaries).",
		de: "Die Organisation erlaubt nur einfache Zusammenfassungen (settings.aiSummaries).",
	},
	"The organization has turned summaries off (settings.aiSummaries, or the feature aiSummaries).": {
		es: "La organización ha desactivado los resúmenes (settings.aiSummaries, o la función aiSummaries).",
		de: "Die Organisation hat Zusammenfassungen abgeschaltet (settings.aiSummaries oder die Funktion aiSummaries).",
	},
	"The retention period of what the job works on is over.": {
		es: "Ha terminado el periodo de conservación de aquello con lo que trabaja el trabajo.",
		de: "Die Aufbewahrungsfrist dessen, was der Auftrag bearbeitet, ist abgelaufen.",
	},
	"The session already has {limit} speakers.": {
		es: "La sesión ya tiene {limit} hablantes.",
		de: "Die Sitzung hat bereits {limit} Sprecher.",
	},
	"The summary is {state}: it can be changed once it is ready.": {
		es: "El resumen tiene el estado {state}: podrá cambiarse cuando esté listo.",
		de: "Die Zusammenfassung hat den Status {state}: Sie kann geändert werden, sobald sie fertig ist.",
	},
	"The transcript has no such segment.": {
		es: "La transcripción no tiene ese segmento.",
		de: "Das Transkript hat kein solches Segment.",
	},
	"The transcript has no such speaker.": {
		es: "La transcripción no tiene ese hablante.",
		de: "Das Transkript hat keinen solchen Sprecher.",
	},
	"The transcript has no such translation.": {
		es: "La transcripción no tiene esa traducción.",
		de: "Das Transkript hat keine solche Übersetzung.",
	},
	"The transcript has no translation to {language}.": {
		es: "La transcripción no tiene traducción al idioma {language}.",
		de: "Das Transkript hat keine Übersetzung in die Sprache {language}.",
	},
	"The transcript is live: it can be changed once its meeting has ended.": {
		es: "La transcripción está en directo: podrá cambiarse cuando termine su reunión.",
		de: "Das Transkript entsteht gerade: Es kann geändert werden, sobald seine Besprechung beendet ist.",
	},
	"The transcript is {state}: it can be read and changed once it is ready.": {
		es: "La transcripción tiene el estado {state}: podrá leerse y cambiarse cuando esté lista.",
		de: "Das Transkript hat den Status {state}: Es kann gelesen und geändert werden, sobald es fertig ist.",
	},
	"The translation is {state}: it cannot be read as a whole.": {
		es: "La traducción tiene el estado {state}: no puede leerse entera.",
		de: "Die Übersetzung hat den Status {state}: Sie kann nicht als Ganzes gelesen werden.",
	},
	"The translation was deleted or is being made again; request it again.": {
		es: "La traducción se eliminó o se está haciendo de nuevo; solicítela otra vez.",
		de: "Die Übersetzung wurde gelöscht oder wird neu erstellt; fordern Sie sie erneut an.",
	},
	"There is no such job.": { es: "No existe ese trabajo.", de: "Diesen Auftrag gibt es nicht." },
	"There is no such transcript.": { es: "No existe esa transcripción.", de: "Dieses Transkript gibt es nicht." },
	"there may be at most {most} terms": {
		es: "puede haber como máximo {most} términos",
		de: "höchstens {most} Begriffe sind möglich",
	},
	"This caption address is not valid.": {
		es: "Esta dirección para subtítulos no es válida.",
		de: "Diese Adresse für Untertitel ist nicht gültig.",
	},
	"This participant denied consent to transcription, so their track is left out.": {
		es: "Este participante no consintió la transcripción, por lo que se omite su pista.",
		de: "Dieser Teilnehmer hat der Transkription nicht zugestimmt, daher wird seine Spur ausgelassen.",
	},
	"This participant denied consent to transcription: nothing is attributed to them.": {
		es: "Este participante no consintió la transcripción: no se le atribuye nada.",
		de: "Dieser Teilnehmer hat der Transkription nicht zugestimmt: Ihm wird nichts zugeordnet.",
	},
	"This recording is already being transcribed; cancel that job or wait for it.": {
		es: "Esta grabación ya se está transcribiendo; cancele ese trabajo o espere a que termine.",
		de: "Diese Aufzeichnung wird bereits transkribiert; brechen Sie den Auftrag ab, oder warten Sie auf ihn.",
	},
	"{problem}.": { es: "{problem}.", de: "{problem}." },
} satisfies Translations;
