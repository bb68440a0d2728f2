import type { Translations } from "./translations.ts";

/** Texts of every operation: access, headers, bodies, statuses. */
export const requestsTexts = {
	"a number": { es: "un número", de: "eine Zahl" },
	"a number from {minimum} to {maximum}": {
		es: "un número del {minimum} al {maximum}",
		de: "eine Zahl von {minimum} bis {maximum}",
	},
	"a number of at least {minimum}": { es: "un número de al menos {minimum}", de: "eine Zahl von mindestens {minimum}" },
	"a number of at most {maximum}": {
		es: "un número de como máximo {maximum}",
		de: "eine Zahl von höchstens {maximum}",
	},
	"A request with this Idempotency-Key has just been completed by another instance; retry.": {
		es: "Otra instancia acaba de completar una solicitud con esta Idempotency-Key; vuelva a intentarlo.",
		de: "Eine andere Instanz hat gerade eine Anfrage mit diesem Idempotency-Key abgeschlossen; versuchen Sie es erneut.",
	},
	"A request with this Idempotency-Key is still running.": {
		es: "Una solicitud con esta Idempotency-Key aún está en curso.",
		de: "Eine Anfrage mit diesem Idempotency-Key läuft noch.",
	},
	"a string": { es: "una cadena de texto", de: "eine Zeichenfolge" },
	"a whole number": { es: "un número entero", de: "eine ganze Zahl" },
	"a whole number of at least {minimum}": {
		es: "un número entero de al menos {minimum}",
		de: "eine ganze Zahl von mindestens {minimum}",
	},
	"a whole number of at most {maximum}": {
		es: "un número entero de como máximo {maximum}",
		de: "eine ganze Zahl von höchstens {maximum}",
	},
	"an array": { es: "una lista", de: "eine Liste" },
	"An internal error occurred; the server's log has the details under the request id.": {
		es: "Se ha producido un error interno; el registro del servidor contiene los detalles con el identificador de la solicitud.",
		de: "Ein interner Fehler ist aufgetreten; das Protokoll des Servers enthält die Einzelheiten unter der Kennung der Anfrage.",
	},
	"an object": { es: "un objeto", de: "ein Objekt" },
	"Authorization must be: Bearer <token>, once, with a token of at most 4096 characters.": {
		es: "Authorization debe ser: Bearer <token>, una sola vez, con un token de 4096 caracteres como máximo.",
		de: "Authorization muss lauten: Bearer <token>, einmal, mit einem Token von höchstens 4096 Zeichen.",
	},
	"Bad Request": { es: "Solicitud incorrecta", de: "Ungültige Anfrage" },
	"Checksum Mismatch": { es: "La suma de comprobación no coincide", de: "Prüfsumme stimmt nicht überein" },
	Conflict: { es: "Conflicto", de: "Konflikt" },
	"contains a broken percent escape or a NUL": {
		es: "contiene un escape de porcentaje incorrecto o un NUL",
		de: "enthält eine fehlerhafte Prozentcodierung oder ein NUL",
	},
	"Content Too Large": { es: "Contenido demasiado grande", de: "Inhalt zu groß" },
	"Content-Type must name the boundary of the multipart body.": {
		es: "Content-Type debe indicar el delimitador del cuerpo multipart.",
		de: "Content-Type muss die Trennzeile des Multipart-Inhalts nennen.",
	},
	"does not begin with its boundary": {
		es: "no empieza por su delimitador",
		de: "beginnt nicht mit seiner Trennzeile",
	},
	"ended before it was complete": { es: "terminó antes de estar completo", de: "endete, bevor er vollständig war" },
	Forbidden: { es: "Prohibido", de: "Nicht erlaubt" },
	"GET /auth/profile lists the organizations you belong to.": {
		es: "GET /auth/profile enumera las organizaciones a las que usted pertenece.",
		de: "GET /auth/profile listet die Organisationen auf, zu denen Sie gehören.",
	},
	Gone: { es: "Ya no existe", de: "Nicht mehr vorhanden" },
	"Guests may not do this.": { es: "Los invitados no pueden hacer esto.", de: "Das dürfen Gäste nicht." },
	"has a damaged boundary": { es: "tiene un delimitador dañado", de: "hat eine beschädigte Trennzeile" },
	"has a damaged header": { es: "tiene una cabecera dañada", de: "hat einen beschädigten Header" },
	"has a part in {encoding}": { es: "tiene una parte en {encoding}", de: "hat einen Teil in {encoding}" },
	"has a part without a name": { es: "tiene una parte sin nombre", de: "hat einen Teil ohne Namen" },
	"has headers that are too long": { es: "tiene cabeceras demasiado largas", de: "hat zu lange Header" },
	"has more than {maxBytes} bytes in {name}": {
		es: "tiene más de {maxBytes} bytes en {name}",
		de: "hat mehr als {maxBytes} Byte in {name}",
	},
	"has more than {maxParts} parts": { es: "tiene más de {maxParts} partes", de: "hat mehr als {maxParts} Teile" },
	"has text in {name} that is not UTF-8": {
		es: "tiene en {name} texto que no es UTF-8",
		de: "hat in {name} Text, der nicht UTF-8 ist",
	},
	"Idempotency-Key must be one UUID, bare or in double quotes.": {
		es: "Idempotency-Key debe ser un único UUID, sin comillas o entre comillas dobles.",
		de: "Idempotency-Key muss eine einzelne UUID sein, ohne oder in doppelten Anführungszeichen.",
	},
	"is an unknown field; known fields: {known}": {
		es: "es un campo desconocido; campos conocidos: {known}",
		de: "ist ein unbekanntes Feld; bekannte Felder: {known}",
	},
	"is given more than once": { es: "se indica más de una vez", de: "ist mehr als einmal angegeben" },
	"is invalid": { es: "no es válido", de: "ist ungültig" },
	"is not {charset}": { es: "no es {charset}", de: "ist nicht {charset}" },
	"is required": { es: "es obligatorio", de: "ist erforderlich" },
	"is unknown: this operation takes no query parameters": {
		es: "es desconocido: esta operación no admite parámetros de consulta",
		de: "ist unbekannt: Diese Operation nimmt keine Query-Parameter an",
	},
	Locked: { es: "Bloqueado", de: "Gesperrt" },
	"Method Not Allowed": { es: "Método no permitido", de: "Methode nicht erlaubt" },
	"must be a whole number from 1": {
		es: "debe ser un número entero a partir de 1",
		de: "muss eine ganze Zahl ab 1 sein",
	},
	"must be a {format}": { es: "debe tener el formato {format}", de: "muss das Format {format} haben" },
	"must be base64url without padding": {
		es: "debe ser base64url sin relleno",
		de: "muss base64url ohne Füllzeichen sein",
	},
	"must have 1 to {most} printable ASCII characters": {
		es: "debe tener de 1 a {most} caracteres ASCII imprimibles",
		de: "muss 1 bis {most} druckbare ASCII-Zeichen haben",
	},
	"must have at least 1 character": { es: "debe tener al menos 1 carácter", de: "muss mindestens 1 Zeichen haben" },
	"must have at least 1 field": { es: "debe tener al menos 1 campo", de: "muss mindestens 1 Feld haben" },
	"must have at least 1 item": { es: "debe tener al menos 1 elemento", de: "muss mindestens 1 Element haben" },
	"must have at least {least} characters": {
		es: "debe tener al menos {least} caracteres",
		de: "muss mindestens {least} Zeichen haben",
	},
	"must have at least {least} fields": {
		es: "debe tener al menos {least} campos",
		de: "muss mindestens {least} Felder haben",
	},
	"must have at least {least} items": {
		es: "debe tener al menos {least} elementos",
		de: "muss mindestens {least} Elemente haben",
	},
	"must have at most 1 character": { es: "debe tener como máximo 1 carácter", de: "darf höchstens 1 Zeichen haben" },
	"must have at most 1 field": { es: "debe tener como máximo 1 campo", de: "darf höchstens 1 Feld haben" },
	"must have at most 1 item": { es: "debe tener como máximo 1 elemento", de: "darf höchstens 1 Element haben" },
	"must have at most {most} fields": {
		es: "debe tener como máximo {most} campos",
		de: "darf höchstens {most} Felder haben",
	},
	"must have at most {most} items": {
		es: "debe tener como máximo {most} elementos",
		de: "darf höchstens {most} Elemente haben",
	},
	"must have {digits} hexadecimal digits": {
		es: "debe tener {digits} dígitos hexadecimales",
		de: "muss {digits} hexadezimale Ziffern haben",
	},
	"must look like {example}": { es: "debe tener la forma {example}", de: "muss aussehen wie {example}" },
	"must match {pattern}": { es: "debe ajustarse al patrón {pattern}", de: "muss dem Muster {pattern} entsprechen" },
	"must not be given more than once": {
		es: "no debe indicarse más de una vez",
		de: "darf nicht mehr als einmal angegeben werden",
	},
	"must not have the same item twice": {
		es: "no debe tener dos veces el mismo elemento",
		de: "darf dasselbe Element nicht zweimal haben",
	},
	"Not Found": { es: "No encontrado", de: "Nicht gefunden" },
	"Not Implemented": { es: "No implementado", de: "Nicht implementiert" },
	"one of {values}": { es: "uno de {values}", de: "einer der Werte {values}" },
	"one of {values}, or {others}": {
		es: "uno de {values}, o bien {others}",
		de: "einer der Werte {values} oder {others}",
	},
	"Only a system administrator may do this.": {
		es: "Solo un administrador del sistema puede hacer esto.",
		de: "Das darf nur ein Systemadministrator.",
	},
	"Payment Required": { es: "Pago necesario", de: "Zahlung erforderlich" },
	"Precondition Failed": { es: "Condición previa no cumplida", de: "Vorbedingung nicht erfüllt" },
	"Precondition Required": { es: "Condición previa necesaria", de: "Vorbedingung erforderlich" },
	"Range Not Satisfiable": { es: "Rango no satisfacible", de: "Bereich nicht erfüllbar" },
	"Request Timeout": { es: "Tiempo de espera agotado", de: "Zeitüberschreitung der Anfrage" },
	"Send a valid access token: Authorization: Bearer <token>.": {
		es: "Envíe un token de acceso válido: Authorization: Bearer <token>.",
		de: "Senden Sie ein gültiges Zugriffstoken: Authorization: Bearer <token>.",
	},
	"Send the body as {types}, in UTF-8 and not compressed.": {
		es: "Envíe el cuerpo como {types}, en UTF-8 y sin comprimir.",
		de: "Senden Sie den Inhalt als {types}, in UTF-8 und nicht komprimiert.",
	},
	"Send the body as {types}, not compressed.": {
		es: "Envíe el cuerpo como {types}, sin comprimir.",
		de: "Senden Sie den Inhalt als {types}, nicht komprimiert.",
	},
	"Server Error": { es: "Error del servidor", de: "Serverfehler" },
	"Service Unavailable": { es: "Servicio no disponible", de: "Dienst nicht verfügbar" },
	"something else": { es: "otra cosa", de: "etwas anderes" },
	"Text must be encoded as one of {charsets}.": {
		es: "El texto debe estar codificado en uno de estos juegos de caracteres: {charsets}.",
		de: "Text muss in einem dieser Zeichensätze codiert sein: {charsets}.",
	},
	"The body": { es: "El cuerpo", de: "Der Inhalt" },
	"The body ended before it was complete.": {
		es: "El cuerpo terminó antes de estar completo.",
		de: "Der Inhalt endete, bevor er vollständig war.",
	},
	"The body is empty, but Content-Type announces JSON: send {example}, or no Content-Type.": {
		es: "El cuerpo está vacío, pero Content-Type anuncia JSON: envíe {example} o no envíe Content-Type.",
		de: "Der Inhalt ist leer, aber Content-Type kündigt JSON an: Senden Sie {example} oder keinen Content-Type.",
	},
	"The body is larger than {maxBytes} bytes.": {
		es: "El cuerpo ocupa más de {maxBytes} bytes.",
		de: "Der Inhalt ist größer als {maxBytes} Byte.",
	},
	"The client disconnected before the request was completed.": {
		es: "El cliente se desconectó antes de que se completara la solicitud.",
		de: "Der Client hat die Verbindung getrennt, bevor die Anfrage abgeschlossen war.",
	},
	"The content has {sizeBytes} bytes.": {
		es: "El contenido tiene {sizeBytes} bytes.",
		de: "Der Inhalt hat {sizeBytes} Byte.",
	},
	"The Host header is not one of this service's names (ALLOWED_HOSTS).": {
		es: "La cabecera Host no es ninguno de los nombres de este servicio (ALLOWED_HOSTS).",
		de: "Der Header Host ist keiner der Namen dieses Dienstes (ALLOWED_HOSTS).",
	},
	"The multipart body {why}.": { es: "El cuerpo multipart {why}.", de: "Der Multipart-Inhalt {why}." },
	"The path": { es: "La ruta", de: "Der Pfad" },
	"The query string": { es: "La cadena de consulta", de: "Der Query-String" },
	"The server has no more connections that stay open.": {
		es: "El servidor no tiene más conexiones que permanezcan abiertas.",
		de: "Der Server hat keine dauerhaften Verbindungen mehr frei.",
	},
	"The service cannot reach its storage at the moment.": {
		es: "El servicio no puede acceder a su almacenamiento en este momento.",
		de: "Der Dienst erreicht seinen Speicher derzeit nicht.",
	},
	"The service cannot reach its storage at the moment; retry shortly.": {
		es: "El servicio no puede acceder a su almacenamiento en este momento; vuelva a intentarlo en breve.",
		de: "Der Dienst erreicht seinen Speicher derzeit nicht; versuchen Sie es in Kürze erneut.",
	},
	"The text is not {charset}: name its charset in Content-Type.": {
		es: "El texto no es {charset}: indique su juego de caracteres en Content-Type.",
		de: "Der Text ist nicht {charset}: Nennen Sie seinen Zeichensatz in Content-Type.",
	},
	"The token belongs to a different organization than the one in the path.": {
		es: "El token pertenece a una organización distinta de la que indica la ruta.",
		de: "Das Token gehört zu einer anderen Organisation als der im Pfad.",
	},
	"The token cannot be verified at the moment.": {
		es: "El token no puede verificarse en este momento.",
		de: "Das Token kann derzeit nicht geprüft werden.",
	},
	"The URL {problem}.": { es: "La URL {problem}.", de: "Die URL {problem}." },
	"There is no operation at this path.": {
		es: "No hay ninguna operación en esta ruta.",
		de: "Unter diesem Pfad gibt es keine Operation.",
	},
	"This Idempotency-Key was already used with a different body; use a new one.": {
		es: "Esta Idempotency-Key ya se usó con otro cuerpo; use una nueva.",
		de: "Dieser Idempotency-Key wurde bereits mit einem anderen Inhalt verwendet; nehmen Sie einen neuen.",
	},
	"This operation requires the scope {required}.": {
		es: "Esta operación requiere el permiso {required}.",
		de: "Diese Operation erfordert die Berechtigung {required}.",
	},
	"This path supports only {methods}.": {
		es: "Esta ruta solo admite {methods}.",
		de: "Dieser Pfad unterstützt nur {methods}.",
	},
	"Too many mails to addresses outside the organization": {
		es: "Demasiados mensajes a direcciones ajenas a la organización",
		de: "Zu viele E-Mails an Adressen außerhalb der Organisation",
	},
	"Too Many Requests": { es: "Demasiadas solicitudes", de: "Zu viele Anfragen" },
	"Too many requests": { es: "Demasiadas solicitudes", de: "Zu viele Anfragen" },
	"Too many requests of this kind": { es: "Demasiadas solicitudes de este tipo", de: "Zu viele Anfragen dieser Art" },
	"true or false": { es: "true o false", de: "true oder false" },
	Unauthorized: { es: "No autenticado", de: "Nicht angemeldet" },
	"Unprocessable Content": { es: "Contenido no procesable", de: "Inhalt nicht verarbeitbar" },
	"Unsupported Media Type": { es: "Tipo de contenido no admitido", de: "Inhaltstyp nicht unterstützt" },
	"{member} is not valid for this operation.": {
		es: "{member} no es válido para esta operación.",
		de: "{member} ist für diese Operation nicht gültig.",
	},
	"{member} {problem} (and {more} more).": {
		es: "{member} {problem} (y {more} más).",
		de: "{member} {problem} (und {more} weitere).",
	},
	"{only} {instead}": { es: "{only} {instead}", de: "{only} {instead}" },
} satisfies Translations;
