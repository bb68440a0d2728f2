import type { Translations } from "./translations.ts";

/** Texts of what the kernel parses: JSON, names, times, lists, subtitles. */
export const valuesTexts = {
	"a comma": { es: "una coma", de: "ein Komma" },
	"a comma or a closing parenthesis": {
		es: "una coma o un paréntesis de cierre",
		de: "ein Komma oder eine schließende Klammer",
	},
	"a name or *": { es: "un nombre o *", de: "ein Name oder *" },
	"a whole number from {minimum} to {maximum}": {
		es: "un número entero del {minimum} al {maximum}",
		de: "eine ganze Zahl von {minimum} bis {maximum}",
	},
	"contains a name twice": { es: "contiene un nombre dos veces", de: "enthält einen Namen zweimal" },
	"cursor was altered, or belongs to different filters or a different sort order: start again without it, or repeat the request that returned it.":
		{
			es: "cursor fue modificado, o pertenece a otros filtros o a otro orden: empiece de nuevo sin él o repita la solicitud que lo devolvió.",
			de: "cursor wurde verändert oder gehört zu anderen Filtern oder einer anderen Sortierung: Beginnen Sie ohne ihn neu, oder wiederholen Sie die Anfrage, die ihn geliefert hat.",
		},
	"ends before it starts": { es: "termina antes de empezar", de: "endet, bevor sie beginnt" },
	"ends too early": { es: "termina demasiado pronto", de: "endet zu früh" },
	"has a control character or an unknown escape in a string": {
		es: "tiene un carácter de control o un escape desconocido en una cadena",
		de: "hat ein Steuerzeichen oder eine unbekannte Escape-Sequenz in einer Zeichenfolge",
	},
	"has a NUL in a string": { es: "tiene un NUL en una cadena", de: "hat ein NUL in einer Zeichenfolge" },
	"has a number beyond 2^53 - 1 or below -(2^53 - 1)": {
		es: "tiene un número mayor que 2^53 - 1 o menor que -(2^53 - 1)",
		de: "hat eine Zahl über 2^53 - 1 oder unter -(2^53 - 1)",
	},
	"has an unterminated string": {
		es: "tiene una cadena sin terminar",
		de: "hat eine nicht abgeschlossene Zeichenfolge",
	},
	"has half a surrogate pair in a string": {
		es: "tiene medio par sustituto en una cadena",
		de: "hat ein halbes Surrogatpaar in einer Zeichenfolge",
	},
	"has more than 59 minutes or seconds": {
		es: "tiene más de 59 minutos o segundos",
		de: "hat mehr als 59 Minuten oder Sekunden",
	},
	"has more than {most} hours": { es: "tiene más de {most} horas", de: "hat mehr als {most} Stunden" },
	"has more than {most} values": { es: "tiene más de {most} valores", de: "hat mehr als {most} Werte" },
	"has no times of the form {example}": {
		es: "no tiene tiempos de la forma {example}",
		de: "hat keine Zeiten der Form {example}",
	},
	"has text after its end": { es: "tiene texto después de su final", de: "hat Text nach seinem Ende" },
	"If-Match does not name the current version (an ETag in double quotes, or *): read the resource again, then retry.": {
		es: "If-Match no indica la versión actual (un ETag entre comillas dobles, o *): lea de nuevo el recurso y vuelva a intentarlo.",
		de: "If-Match nennt nicht die aktuelle Version (ein ETag in doppelten Anführungszeichen oder *): Lesen Sie die Ressource erneut, und versuchen Sie es noch einmal.",
	},
	"is beyond the {most} characters of a cue": {
		es: "supera los {most} caracteres de un subtítulo",
		de: "liegt jenseits der {most} Zeichen eines Untertitels",
	},
	"is beyond the {most} cues of a file": {
		es: "supera los {most} subtítulos de un archivo",
		de: "liegt jenseits der {most} Untertitel einer Datei",
	},
	"is beyond the {most} lines that may come before a cue": {
		es: "supera las {most} líneas que pueden preceder a un subtítulo",
		de: "liegt jenseits der {most} Zeilen, die vor einem Untertitel stehen dürfen",
	},
	"is nested more than {most} levels deep": {
		es: "tiene más de {most} niveles de anidamiento",
		de: "ist mehr als {most} Ebenen tief verschachtelt",
	},
	"is not followed by times of the form {example}": {
		es: "no va seguida de tiempos de la forma {example}",
		de: "wird nicht von Zeiten der Form {example} gefolgt",
	},
	"is not valid UTF-8": { es: "no es UTF-8 válido", de: "ist kein gültiges UTF-8" },
	"is not WEBVTT": { es: "no es WEBVTT", de: "ist nicht WEBVTT" },
	"Less than 4 KiB of the body per second arrived for {seconds} seconds.": {
		es: "Durante {seconds} segundos llegaron menos de 4 KiB del cuerpo por segundo.",
		de: "{seconds} Sekunden lang kamen weniger als 4 KiB des Inhalts pro Sekunde an.",
	},
	"Line {line} {fault}": { es: "La línea {line} {fault}", de: "Zeile {line} {fault}" },
	"must be a candidate as browsers write it": {
		es: "debe ser un candidato como lo escriben los navegadores",
		de: "muss ein Kandidat sein, wie Browser ihn schreiben",
	},
	"must have only lines that browsers write for sound and pictures": {
		es: "debe tener solo líneas que los navegadores escriben para sonido e imagen",
		de: "darf nur Zeilen haben, die Browser für Ton und Bild schreiben",
	},
	"must be a date and time such as 2030-01-01T09:30:00.000Z": {
		es: "debe ser una fecha y hora como 2030-01-01T09:30:00.000Z",
		de: "muss Datum und Uhrzeit sein, etwa 2030-01-01T09:30:00.000Z",
	},
	"must be a domain name such as example.edu, without scheme, path or final dot": {
		es: "debe ser un nombre de dominio como example.edu, sin esquema, ruta ni punto final",
		de: "muss ein Domainname sein, etwa example.edu, ohne Schema, Pfad und Punkt am Ende",
	},
	"must be a language with its region, such as en-US": {
		es: "debe ser un idioma con su región, como en-US",
		de: "muss eine Sprache mit ihrer Region sein, etwa en-US",
	},
	"must be a language, such as en or pt-BR": {
		es: "debe ser un idioma, como en o pt-BR",
		de: "muss eine Sprache sein, etwa en oder pt-BR",
	},
	"must be an IANA time zone, such as Europe/Paris, or Etc/UTC": {
		es: "debe ser una zona horaria IANA, como Europe/Paris, o Etc/UTC",
		de: "muss eine IANA-Zeitzone sein, etwa Europe/Paris, oder Etc/UTC",
	},
	"must be at most {most} names deep": {
		es: "debe tener como máximo {most} niveles de nombres",
		de: "darf höchstens {most} Namen tief sein",
	},
	"must be one e-mail address such as ada@example.edu": {
		es: "debe ser una sola dirección de correo, como ada@example.edu",
		de: "muss eine einzelne E-Mail-Adresse sein, etwa ada@example.edu",
	},
	"must be the code of a country (ISO 3166-1 alpha-2), such as GB": {
		es: "debe ser el código de un país (ISO 3166-1 alfa-2), como GB",
		de: "muss der Code eines Landes sein (ISO 3166-1 alpha-2), etwa GB",
	},
	"must be the code of a currency in use (ISO 4217), such as EUR": {
		es: "debe ser el código de una moneda en uso (ISO 4217), como EUR",
		de: "muss der Code einer gültigen Währung sein (ISO 4217), etwa EUR",
	},
	"must be the nextCursor of a page of this list with the same filters and sort order": {
		es: "debe ser el nextCursor de una página de esta lista con los mismos filtros y el mismo orden",
		de: "muss der nextCursor einer Seite dieser Liste mit denselben Filtern und derselben Sortierung sein",
	},
	"must be {expected}": { es: "debe ser {expected}", de: "muss {expected} sein" },
	"must be, in UTC, in the years 0001 to 9999": {
		es: "debe estar, en UTC, entre los años 0001 y 9999",
		de: "muss, in UTC, in den Jahren 0001 bis 9999 liegen",
	},
	"must contain at least one visible character": {
		es: "debe contener al menos un carácter visible",
		de: "muss mindestens ein sichtbares Zeichen enthalten",
	},
	"must have a colon here": { es: "debe tener aquí dos puntos", de: "muss hier einen Doppelpunkt haben" },
	"must have a comma or the end of the array here": {
		es: "debe tener aquí una coma o el final de la lista",
		de: "muss hier ein Komma oder das Ende der Liste haben",
	},
	"must have a comma or the end of the object here": {
		es: "debe tener aquí una coma o el final del objeto",
		de: "muss hier ein Komma oder das Ende des Objekts haben",
	},
	"must have a name in double quotes here": {
		es: "debe tener aquí un nombre entre comillas dobles",
		de: "muss hier einen Namen in doppelten Anführungszeichen haben",
	},
	"must have a value here": { es: "debe tener aquí un valor", de: "muss hier einen Wert haben" },
	"must have at most {most} characters": {
		es: "debe tener como máximo {most} caracteres",
		de: "darf höchstens {most} Zeichen haben",
	},
	"must have at most {most} paths": {
		es: "debe tener como máximo {most} rutas",
		de: "darf höchstens {most} Pfade haben",
	},
	"must have exactly one of {names} and {last}": {
		es: "debe tener exactamente uno de {names} y {last}",
		de: "muss genau eines von {names} und {last} haben",
	},
	"must have {expected} at character {position}": {
		es: "debe tener {expected} en el carácter {position}",
		de: "muss Folgendes an Zeichen {position} haben: {expected}",
	},
	"must name only known fields; unknown field: {field}": {
		es: "solo debe nombrar campos conocidos; campo desconocido: {field}",
		de: "darf nur bekannte Felder nennen; unbekanntes Feld: {field}",
	},
	"must not contain an unpaired surrogate": {
		es: "no debe contener un carácter sustituto sin pareja",
		de: "darf kein einzelnes Surrogat enthalten",
	},
	"must not contain control characters or marks that change the text direction": {
		es: "no debe contener caracteres de control ni marcas que cambien la dirección del texto",
		de: "darf keine Steuerzeichen und keine Zeichen enthalten, die die Textrichtung ändern",
	},
	"must not contain control characters or marks that reorder text": {
		es: "no debe contener caracteres de control ni marcas que reordenen el texto",
		de: "darf keine Steuerzeichen und keine Zeichen enthalten, die Text umordnen",
	},
	"must not select a field within {field}, which can only be returned as a whole": {
		es: "no debe seleccionar un campo dentro de {field}, que solo puede devolverse entero",
		de: "darf kein Feld innerhalb von {field} auswählen, das nur als Ganzes geliefert werden kann",
	},
	"must not start with a byte order mark": {
		es: "no debe empezar por una marca de orden de bytes",
		de: "darf nicht mit einer Byte-Reihenfolge-Marke beginnen",
	},
	"Record Not Found": { es: "Registro no encontrado", de: "Eintrag nicht gefunden" },
	"The body {problem} (at character {offset}).": {
		es: "El cuerpo {problem} (en el carácter {offset}).",
		de: "Der Inhalt {problem} (an Zeichen {offset}).",
	},
	"The body {problem}.": { es: "El cuerpo {problem}.", de: "Der Inhalt {problem}." },
	"The value {problem}.": { es: "El valor {problem}.", de: "Der Wert {problem}." },
	"This requires a user who signed in: a token from `parley token` only grants its scopes.": {
		es: "Esto requiere un usuario que haya iniciado sesión: un token de `parley token` solo concede sus permisos.",
		de: "Das erfordert einen angemeldeten Benutzer: Ein Token von `parley token` gewährt nur seine Berechtigungen.",
	},
	"Too many launches": { es: "Demasiados inicios desde sistemas de aprendizaje", de: "Zu viele Aufrufe" },
	"Too many mails": { es: "Demasiados mensajes de correo", de: "Zu viele E-Mails" },
	"Too many sign-ins": { es: "Demasiados inicios de sesión", de: "Zu viele Anmeldungen" },
	"uses a name that is not allowed": {
		es: "usa un nombre que no está permitido",
		de: "verwendet einen Namen, der nicht erlaubt ist",
	},
	"{count} properties are invalid; each is listed.": {
		es: "{count} propiedades no son válidas; se enumeran todas.",
		de: "{count} Eigenschaften sind ungültig; jede ist aufgeführt.",
	},
	"{member} {problem}.": { es: "{member} {problem}.", de: "{member} {problem}." },
	"{problem}; retry in {seconds} s.": {
		es: "{problem}; vuelva a intentarlo en {seconds} s.",
		de: "{problem}; versuchen Sie es in {seconds} s erneut.",
	},
} satisfies Translations;
