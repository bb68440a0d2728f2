import type { Translations } from "./translations.ts";

/** Texts of recordings and live connections. */
export const mediaTexts = {
	"{most} connections already wait in the lobby of this meeting.": {
		es: "Ya hay {most} conexiones en la sala de espera de esta reunión.",
		de: "Im Warteraum dieser Besprechung warten schon {most} Verbindungen.",
	},
	"A handshake must be a GET request.": {
		es: "El handshake debe ser una solicitud GET.",
		de: "Ein Handshake muss eine GET-Anfrage sein.",
	},
	"A message is an object with a type: {types}.": {
		es: "Un mensaje es un objeto con un tipo: {types}.",
		de: "Eine Nachricht ist ein Objekt mit einem Typ: {types}.",
	},
	"A message may have at most {maxBytes} bytes.": {
		es: "Un mensaje puede tener como máximo {maxBytes} bytes.",
		de: "Eine Nachricht darf höchstens {maxBytes} Byte haben.",
	},
	"an hour": { es: "una hora", de: "eine Stunde" },
	"An internal error occurred.": {
		es: "Se ha producido un error interno.",
		de: "Ein interner Fehler ist aufgetreten.",
	},
	"Audio in {codec} can only be decoded with ffmpeg, which this installation does not have. Install ffmpeg, or convert the file to WAV, MP3, or Opus in WebM or Ogg.":
		{
			es: "El audio en {codec} solo se puede decodificar con ffmpeg, que esta instalación no tiene. Instale ffmpeg, o convierta el archivo a WAV, MP3 u Opus en WebM u Ogg.",
			de: "Audio in {codec} kann nur mit ffmpeg decodiert werden, das diese Installation nicht hat. Installieren Sie ffmpeg, oder wandeln Sie die Datei in WAV, MP3 oder Opus in WebM oder Ogg um.",
		},
	"Audio in {codec} cannot be decoded.": {
		es: "El audio en {codec} no se puede decodificar.",
		de: "Audio in {codec} kann nicht decodiert werden.",
	},
	"Captions are available only while the meeting is live.": {
		es: "Los subtítulos solo están disponibles mientras la reunión está en directo.",
		de: "Untertitel gibt es nur, solange die Besprechung läuft.",
	},
	"Connect with a WebSocket, or send Accept: text/event-stream.": {
		es: "Conéctese con un WebSocket, o envíe Accept: text/event-stream.",
		de: "Verbinden Sie sich mit einem WebSocket, oder senden Sie Accept: text/event-stream.",
	},
	"do not follow the protocol: {protest}": {
		es: "no siguen el protocolo: {protest}",
		de: "entsprechen nicht dem Protokoll: {protest}",
	},
	"Guests cannot start translations: they get those listed by the host in transcription.translateTo, or requested by a member.":
		{
			es: "Los invitados no inician traducciones: reciben las que el anfitrión indica en transcription.translateTo o las que pidió un miembro.",
			de: "Gäste starten keine Übersetzung: Sie erhalten die, die der Gastgeber in transcription.translateTo nennt oder ein Mitglied angefordert hat.",
		},
	"is damaged: no sound could be decoded": {
		es: "está dañado: no se pudo decodificar ningún sonido",
		de: "ist beschädigt: Es konnte kein Ton decodiert werden",
	},
	"is empty": { es: "está vacío", de: "ist leer" },
	"is incomplete: {decoded} of {announced} could be decoded": {
		es: "está incompleto: se pudieron decodificar {decoded} de {announced}",
		de: "ist unvollständig: {decoded} von {announced} konnten decodiert werden",
	},
	"is required unless meetingId is given; send only one of them": {
		es: "es obligatorio si no se indica meetingId; envíe solo uno de los dos",
		de: "ist erforderlich, wenn meetingId fehlt; senden Sie nur eines davon",
	},
	"must be PATCH": { es: "debe ser PATCH", de: "muss PATCH sein" },
	"must be the announced size": { es: "debe ser el tamaño anunciado", de: "muss die angekündigte Größe sein" },
	"must begin with one of {algorithms}": {
		es: "debe empezar por uno de {algorithms}",
		de: "muss mit einem der Werte {algorithms} beginnen",
	},
	"must have the digest in base64 after the algorithm": {
		es: "debe tener el resumen criptográfico en base64 después del algoritmo",
		de: "muss nach dem Algorithmus den Hashwert in Base64 haben",
	},
	"No data was received for a minute.": {
		es: "No se recibieron datos durante un minuto.",
		de: "Eine Minute lang wurden keine Daten empfangen.",
	},
	"Sound and pictures of this room do not pass through the server.": {
		de: "Ton und Bild dieses Raums laufen nicht über den Server.",
		es: "El sonido y la imagen de esta sala no pasan por el servidor.",
	},
	"This connection has asked for too many offers: try again later.": {
		de: "Diese Verbindung hat zu viele Angebote angefordert: Versuchen Sie es später noch einmal.",
		es: "Esta conexión ha pedido demasiadas ofertas: inténtelo de nuevo más tarde.",
	},
	"No participant in the room has this id.": {
		es: "Ningún participante presente tiene este id.",
		de: "Kein anwesender Teilnehmer hat diese Kennung.",
	},
	"Only callers who run the meeting may do this.": {
		es: "Solo quienes dirigen la reunión pueden hacer esto.",
		de: "Das dürfen nur Personen, die die Besprechung leiten.",
	},
	"Only participants in the room may do this: join the meeting first.": {
		es: "Solo los participantes presentes pueden hacer esto: únase antes a la reunión.",
		de: "Das dürfen nur anwesende Teilnehmer: Treten Sie zuerst der Besprechung bei.",
	},
	"Pages from this origin may not connect (CORS_ORIGINS).": {
		es: "Las páginas de este origen no pueden conectarse (CORS_ORIGINS).",
		de: "Seiten dieses Ursprungs dürfen sich nicht verbinden (CORS_ORIGINS).",
	},
	"Sec-WebSocket-Key must be 16 bytes in Base64.": {
		es: "Sec-WebSocket-Key debe tener 16 bytes en Base64.",
		de: "Sec-WebSocket-Key muss aus 16 Byte in Base64 bestehen.",
	},
	"Sec-WebSocket-Protocol must offer {protocol}.": {
		es: "Sec-WebSocket-Protocol debe ofrecer {protocol}.",
		de: "Sec-WebSocket-Protocol muss {protocol} anbieten.",
	},
	"Sec-WebSocket-Version must be 13.": {
		es: "Sec-WebSocket-Version debe ser 13.",
		de: "Sec-WebSocket-Version muss 13 sein.",
	},
	"Send a start message with the role publish before sending audio.": {
		es: "Envíe un mensaje start con el rol publish antes de enviar audio.",
		de: "Senden Sie eine Nachricht start mit der Rolle publish, bevor Sie Audio senden.",
	},
	"Send a ticket as subprotocol, or an access token: Authorization: Bearer <token>.": {
		es: "Envíe un ticket como subprotocolo, o un token de acceso: Authorization: Bearer <token>.",
		de: "Senden Sie ein Ticket als Subprotokoll oder ein Zugriffstoken: Authorization: Bearer <token>.",
	},
	"Send Tus-Resumable: 1.0.0.": { es: "Envíe Tus-Resumable: 1.0.0.", de: "Senden Sie Tus-Resumable: 1.0.0." },
	"The audio has {channels} channels; at most {maxChannels} are accepted.": {
		es: "El audio tiene {channels} canales; se aceptan como máximo {maxChannels}.",
		de: "Das Audio hat {channels} Kanäle; höchstens {maxChannels} werden angenommen.",
	},
	"The blob storage cannot be reached.": {
		es: "No se puede acceder al almacenamiento de objetos.",
		de: "Der Objektspeicher ist nicht erreichbar.",
	},
	"The content does not exist.": { es: "El contenido no existe.", de: "Der Inhalt existiert nicht." },
	"The content is missing from the storage of the installation.": {
		es: "El contenido falta en el almacenamiento de la instalación.",
		de: "Der Inhalt fehlt im Speicher der Installation.",
	},
	"The content is not audio or video in a supported format.": {
		es: "El contenido no es audio ni vídeo en un formato admitido.",
		de: "Der Inhalt ist weder Audio noch Video in einem unterstützten Format.",
	},
	"The content was lost with the encryption key of the installation.": {
		es: "El contenido se perdió con la clave de cifrado de la instalación.",
		de: "Der Inhalt ging mit dem Verschlüsselungsschlüssel der Installation verloren.",
	},
	"The file contains no audio.": { es: "El archivo no contiene audio.", de: "Die Datei enthält kein Audio." },
	"The file is neither audio nor video in a supported format: WebM, Matroska, MP4, QuickTime, Ogg, MP3, WAV, FLAC or AAC.":
		{
			es: "El archivo no es audio ni vídeo en un formato admitido: WebM, Matroska, MP4, QuickTime, Ogg, MP3, WAV, FLAC o AAC.",
			de: "Die Datei ist weder Audio noch Video in einem unterstützten Format: WebM, Matroska, MP4, QuickTime, Ogg, MP3, WAV, FLAC oder AAC.",
		},
	"The file {why}.": { es: "El archivo {why}.", de: "Die Datei {why}." },
	"The meeting has no such recording.": {
		es: "La reunión no tiene esa grabación.",
		de: "Die Besprechung hat keine solche Aufzeichnung.",
	},
	"The meeting has no such session.": {
		es: "La reunión no tiene esa sesión.",
		de: "Die Besprechung hat keine solche Sitzung.",
	},
	"The meeting was cancelled.": { es: "La reunión se canceló.", de: "Die Besprechung wurde abgesagt." },
	"The message ends in the middle of a sample: samples have two bytes.": {
		es: "El mensaje termina en medio de una muestra: las muestras tienen dos bytes.",
		de: "Die Nachricht endet mitten in einem Abtastwert: Abtastwerte haben zwei Byte.",
	},
	"The operating system stopped the decoder; retry later.": {
		es: "El sistema operativo detuvo el decodificador; vuelva a intentarlo más tarde.",
		de: "Das Betriebssystem hat den Decoder beendet; versuchen Sie es später erneut.",
	},
	"The recording is longer than {duration}.": {
		es: "La grabación dura más de {duration}.",
		de: "Die Aufzeichnung ist länger als {duration}.",
	},
	"The SHA-256 of the content differs from the announced one.": {
		es: "El SHA-256 del contenido difiere del anunciado.",
		de: "Der SHA-256-Wert des Inhalts weicht vom angekündigten ab.",
	},
	"The speech engine is too far behind: captions of this track have ended.": {
		es: "El motor de voz va demasiado retrasado: los subtítulos de esta pista han terminado.",
		de: "Die Spracherkennung hinkt zu weit hinterher: Die Untertitel dieser Spur sind beendet.",
	},
	"The start message was already sent.": {
		es: "El mensaje start ya se envió.",
		de: "Die Nachricht start wurde bereits gesendet.",
	},
	"The ticket has expired; request a new one.": {
		es: "El ticket ha caducado; solicite uno nuevo.",
		de: "Das Ticket ist abgelaufen; fordern Sie ein neues an.",
	},
	"The ticket is for another meeting.": {
		es: "El ticket es para otra reunión.",
		de: "Das Ticket ist für eine andere Besprechung.",
	},
	"The ticket is not valid or has already been used; request a new one.": {
		es: "El ticket no es válido o ya se ha usado; solicite uno nuevo.",
		de: "Das Ticket ist nicht gültig oder wurde bereits verwendet; fordern Sie ein neues an.",
	},
	"The meeting is not recorded.": { es: "La reunión no se graba.", de: "Die Besprechung wird nicht aufgezeichnet." },
	"The waveform of the recording is not available yet.": {
		es: "La forma de onda de la grabación aún no está disponible.",
		de: "Die Wellenform der Aufzeichnung ist noch nicht verfügbar.",
	},
	"There is currently not enough disk space for this content.": {
		es: "En este momento no hay espacio suficiente en el disco para este contenido.",
		de: "Für diesen Inhalt ist derzeit nicht genug Platz auf dem Datenträger.",
	},
	"This caller already has {limit} open connections.": {
		es: "Este usuario ya tiene {limit} conexiones abiertas.",
		de: "Dieser Aufrufer hat bereits {limit} offene Verbindungen.",
	},
	"This meeting already has {limit} open connections.": {
		es: "Esta reunión ya tiene {limit} conexiones abiertas.",
		de: "Diese Besprechung hat bereits {limit} offene Verbindungen.",
	},
	"This organization already has {limit} open connections.": {
		es: "Esta organización ya tiene {limit} conexiones abiertas.",
		de: "Diese Organisation hat bereits {limit} offene Verbindungen.",
	},
	"This requires the scope meeting:read.": {
		es: "Esto requiere el permiso meeting:read.",
		de: "Das erfordert die Berechtigung meeting:read.",
	},
	"This server cannot reach the stored files of the installation.": {
		es: "Este servidor no puede acceder a los archivos almacenados de la instalación.",
		de: "Dieser Server erreicht die gespeicherten Dateien der Installation nicht.",
	},
	"This requires the scope transcript:read.": {
		es: "Esto requiere el permiso transcript:read.",
		de: "Das erfordert die Berechtigung transcript:read.",
	},
	"To publish, the start message must give the encoding and the sampleRate of the audio.": {
		es: "Para publicar, el mensaje start debe indicar encoding y sampleRate del audio.",
		de: "Um zu veröffentlichen, muss die Nachricht start encoding und sampleRate des Audios angeben.",
	},
	"Too many connections": { es: "Demasiadas conexiones", de: "Zu viele Verbindungen" },
	"Too many frames": { es: "Demasiadas tramas", de: "Zu viele Frames" },
	"Too many messages": { es: "Demasiados mensajes", de: "Zu viele Nachrichten" },
	"Too many messages at once": { es: "Demasiados mensajes a la vez", de: "Zu viele Nachrichten auf einmal" },
	"Too many seconds of audio": { es: "Demasiados segundos de audio", de: "Zu viele Sekunden Audio" },
	"{hours} hours": { es: "{hours} horas", de: "{hours} Stunden" },
	"{minutes} minutes": { es: "{minutes} minutos", de: "{minutes} Minuten" },
	"{problem}: send no faster than speech.": {
		es: "{problem}: no envíe más rápido de lo que se habla.",
		de: "{problem}: Senden Sie nicht schneller, als gesprochen wird.",
	},
} satisfies Translations;
