import type { Translations } from "./translations.ts";

/** Texts of organizations and their rules. */
export const organizationsTexts = {
	"must be a whole day, such as 20301224, from 1900 on": {
		es: "debe ser un día entero, como 20301224, desde 1900",
		de: "muss ein ganzer Tag sein, etwa 20301224, ab 1900",
	},
	"must be an iCalendar file: BEGIN:VCALENDAR … END:VCALENDAR": {
		es: "debe ser un archivo iCalendar: BEGIN:VCALENDAR … END:VCALENDAR",
		de: "muss eine iCalendar-Datei sein: BEGIN:VCALENDAR … END:VCALENDAR",
	},
	"must be at most {days} days after the first": {
		es: "debe ser como máximo {days} días posterior al primero",
		de: "darf höchstens {days} Tage nach dem ersten liegen",
	},
	"must be whole days, such as P1D": {
		es: "deben ser días enteros, como P1D",
		de: "müssen ganze Tage sein, etwa P1D",
	},
	"must be within {years} years; these are from {first} to {last}": {
		es: "deben estar dentro de {years} años; estos van del {first} al {last}",
		de: "müssen innerhalb von {years} Jahren liegen; diese sind vom {first} bis zum {last}",
	},
	"must choose at most {most} days in all": {
		es: "debe elegir como máximo {most} días en total",
		de: "darf insgesamt höchstens {most} Tage wählen",
	},
	"must have at most {most} events": {
		es: "debe tener como máximo {most} eventos",
		de: "darf höchstens {most} Termine haben",
	},
	"must have at most {most} holidays": {
		es: "debe tener como máximo {most} días festivos",
		de: "darf höchstens {most} Feiertage haben",
	},
	"must have at most {most} recurring events": {
		es: "debe tener como máximo {most} eventos periódicos",
		de: "darf höchstens {most} wiederkehrende Termine haben",
	},
	"must not be before the first day": {
		es: "no debe ser anterior al primer día",
		de: "darf nicht vor dem ersten Tag liegen",
	},
	"must not be there: write each of these days as an event of its own": {
		es: "no debe estar: escriba cada uno de estos días como un evento propio",
		de: "darf nicht vorkommen: Schreiben Sie jeden dieser Tage als eigenen Termin",
	},
	"must recur yearly (FREQ=YEARLY), on days of months or weekdays": {
		es: "debe repetirse cada año (FREQ=YEARLY), en días del mes o de la semana",
		de: "muss sich jährlich wiederholen (FREQ=YEARLY), an Tagen von Monaten oder Wochentagen",
	},
	"A legal hold prevents this: the content it covers must be preserved.": {
		es: "Una retención legal lo impide: aquello a lo que afecta debe conservarse.",
		de: "Eine Aufbewahrungsanordnung verhindert das: Was sie betrifft, muss erhalten bleiben.",
	},
	"An organization can have at most {limit} active legal holds on more than one meeting: release one first.": {
		es: "Una organización puede tener como máximo {limit} retenciones legales activas sobre más de una reunión: levante antes alguna.",
		de: "Eine Organisation kann höchstens {limit} aktive Aufbewahrungsanordnungen für mehr als eine Besprechung haben: Heben Sie zuerst eine auf.",
	},
	"Another organization has this {field}.": {
		es: "Otra organización tiene este {field}.",
		de: "Eine andere Organisation hat bereits dieses Feld {field}.",
	},
	"chat messages": { es: "los mensajes de chat", de: "Chatnachrichten" },
	"data of exams": { es: "los datos de exámenes", de: "Daten von Prüfungen" },
	"is already listed": { es: "ya está en la lista", de: "ist bereits aufgeführt" },
	"Metrics require METRICS_TOKEN as the bearer token; without it, and only if PUBLIC_URL is a loopback address, callers on this machine may read them at localhost.":
		{
			es: "Las métricas requieren METRICS_TOKEN como token bearer; sin él, y solo si PUBLIC_URL es una dirección de loopback, pueden leerlas quienes llaman desde esta máquina, en localhost.",
			de: "Metriken erfordern METRICS_TOKEN als Bearer-Token; ohne dieses, und nur wenn PUBLIC_URL eine Loopback-Adresse ist, dürfen Aufrufer auf diesem Rechner sie unter localhost lesen.",
		},
	"must be a domain of your own, not one under which others register theirs": {
		es: "debe ser un dominio propio, no uno bajo el cual otros registran los suyos",
		de: "muss eine eigene Domain sein, keine, unter der andere ihre registrieren",
	},
	"must be a meeting of the organization": {
		es: "debe ser una reunión de la organización",
		de: "muss eine Besprechung der Organisation sein",
	},
	"must be a preview made within the last hour": {
		es: "debe ser una vista previa hecha en la última hora",
		de: "muss eine Vorschau aus der letzten Stunde sein",
	},
	"must be a URL with https: or mailto:, of at most {most} characters": {
		es: "debe ser una URL con https: o mailto:, de como máximo {most} caracteres",
		de: "muss eine URL mit https: oder mailto: sein, mit höchstens {most} Zeichen",
	},
	"must be a whole number of days, such as 365d": {
		es: "debe ser un número entero de días, como 365d",
		de: "muss eine ganze Zahl von Tagen sein, etwa 365d",
	},
	"must be a workspace of the organization": {
		es: "debe ser un espacio de trabajo de la organización",
		de: "muss ein Arbeitsbereich der Organisation sein",
	},
	"must be at least {least}": { es: "debe ser al menos {least}", de: "muss mindestens {least} sein" },
	"must be at least {least} and at most {most}": {
		es: "debe ser al menos {least} y como máximo {most}",
		de: "muss mindestens {least} und höchstens {most} sein",
	},
	"must be between 0d and {most}d": { es: "debe estar entre 0d y {most}d", de: "muss zwischen 0d und {most}d liegen" },
	"must be organization where no meeting, person, workspace or time range is given": {
		es: "debe ser organization si no se indica reunión, persona, espacio de trabajo ni intervalo de tiempo",
		de: "muss organization sein, wenn weder Besprechung, Person, Arbeitsbereich noch Zeitraum angegeben ist",
	},
	"must be the name of the organization": {
		es: "debe ser el nombre de la organización",
		de: "muss der Name der Organisation sein",
	},
	"must be the preview of exactly this policy": {
		es: "debe ser la vista previa de exactamente esta política",
		de: "muss die Vorschau genau dieser Richtlinie sein",
	},
	"must be the preview of this policy, since immediate is true": {
		es: "debe ser la vista previa de esta política, puesto que immediate es true",
		de: "muss die Vorschau dieser Richtlinie sein, da immediate true ist",
	},
	"must be {implied}, as the other members say, or be left out": {
		es: "debe ser {implied}, como indican los demás miembros, u omitirse",
		de: "muss {implied} sein, wie die anderen Felder besagen, oder weggelassen werden",
	},
	"must have at most {maxPixels} pixels, width times height": {
		es: "debe tener como máximo {maxPixels} píxeles, ancho por alto",
		de: "darf höchstens {maxPixels} Pixel haben, Breite mal Höhe",
	},
	"must have at most {most} characters in ASCII": {
		es: "debe tener como máximo {most} caracteres en ASCII",
		de: "darf in ASCII höchstens {most} Zeichen haben",
	},
	"must be given only with an email": {
		es: "solo debe indicarse con una dirección de correo",
		de: "darf nur mit einer E-Mail-Adresse angegeben werden",
	},
	"must not be given for a single meeting": {
		es: "no debe indicarse para una sola reunión",
		de: "darf für eine einzelne Besprechung nicht angegeben werden",
	},
	"must not be given together with another id: a hold has one scope": {
		es: "no debe indicarse junto con otro id: una retención tiene un solo ámbito",
		de: "darf nicht zusammen mit einer anderen Kennung angegeben werden: Eine Anordnung hat einen einzigen Geltungsbereich",
	},
	"must not be the domain of a public mail provider": {
		es: "no debe ser el dominio de un proveedor de correo cuyas direcciones puede obtener cualquiera",
		de: "darf nicht die Domain eines Mailanbieters sein, dessen Adressen jeder bekommen kann",
	},
	"must not be the {field} of another organization": {
		es: "no debe ser el {field} de otra organización",
		de: "darf nicht das Feld {field} einer anderen Organisation wiederholen",
	},
	"must not contain @, <, > or =?": {
		es: "no debe contener @, <, > ni =?",
		de: "darf kein @, <, > oder =? enthalten",
	},
	"Only a system administrator may change billingAccountId.": {
		es: "Solo un administrador del sistema puede cambiar billingAccountId.",
		de: "Nur ein Systemadministrator darf billingAccountId ändern.",
	},
	"Only a system administrator may delete with force.": {
		es: "Solo un administrador del sistema puede eliminar con force.",
		de: "Nur ein Systemadministrator darf mit force löschen.",
	},
	"Only an owner or administrator in person can end the compliance mode {mode}.": {
		es: "Solo un propietario o administrador en persona puede terminar el modo de cumplimiento {mode}.",
		de: "Nur ein Inhaber oder Administrator persönlich kann den Compliance-Modus {mode} beenden.",
	},
	"Only the authority that deleted the organization can restore it: {authority}.": {
		es: "Solo la autoridad que eliminó la organización puede restaurarla: {authority}.",
		de: "Nur die Stelle, die die Organisation gelöscht hat, kann sie wiederherstellen: {authority}.",
	},
	"Only the authority that suspended the organization can resume, delete or restore it: {authorities}.": {
		es: "Solo la autoridad que suspendió la organización puede reanudarla, eliminarla o restaurarla: {authorities}.",
		de: "Nur die Stelle, die die Organisation gesperrt hat, kann sie wieder freigeben, löschen oder wiederherstellen: {authorities}.",
	},
	recordings: { es: "las grabaciones", de: "Aufzeichnungen" },
	"The compliance mode of the organization forbids this: {controls}.": {
		es: "El modo de cumplimiento de la organización lo prohíbe: {controls}.",
		de: "Der Compliance-Modus der Organisation verbietet das: {controls}.",
	},
	"The compliance mode of these defaults forbids others of them.": {
		es: "El modo de cumplimiento de estos valores predeterminados prohíbe otros de ellos.",
		de: "Der Compliance-Modus dieser Voreinstellungen verbietet andere von ihnen.",
	},
	"The legal hold has already been released.": {
		es: "La retención legal ya se ha levantado.",
		de: "Die Aufbewahrungsanordnung wurde bereits aufgehoben.",
	},
	"The logo must be a PNG, JPEG or WebP file. SVG and animations are not accepted.": {
		es: "El logotipo debe ser un archivo PNG, JPEG o WebP. No se aceptan SVG ni animaciones.",
		de: "Das Logo muss eine PNG-, JPEG- oder WebP-Datei sein. SVG und Animationen werden nicht angenommen.",
	},
	"The organization has no logo.": {
		es: "La organización no tiene logotipo.",
		de: "Die Organisation hat kein Logo.",
	},
	"The organization has no such legal hold.": {
		es: "La organización no tiene esa retención legal.",
		de: "Die Organisation hat keine solche Aufbewahrungsanordnung.",
	},
	"The organization has no such run.": {
		es: "La organización no tiene esa ejecución.",
		de: "Die Organisation hat keinen solchen Lauf.",
	},
	"The organization is already active.": {
		es: "La organización ya está activa.",
		de: "Die Organisation ist bereits aktiv.",
	},
	"The organization is not scheduled for deletion.": {
		es: "La organización no está pendiente de eliminación.",
		de: "Die Organisation ist nicht zur Löschung vorgesehen.",
	},
	"The organization is scheduled for deletion: restore it first.": {
		es: "La organización está pendiente de eliminación: restáurela antes.",
		de: "Die Organisation ist zur Löschung vorgesehen: Stellen Sie sie zuerst wieder her.",
	},
	"The organization is scheduled for deletion; an administrator can restore it.": {
		es: "La organización está pendiente de eliminación; un administrador puede restaurarla.",
		de: "Die Organisation ist zur Löschung vorgesehen; ein Administrator kann sie wiederherstellen.",
	},
	"The organization is suspended; an administrator can resume it.": {
		es: "La organización está suspendida; un administrador puede reanudarla.",
		de: "Die Organisation ist gesperrt; ein Administrator kann sie wieder freigeben.",
	},
	"The picture is damaged or incomplete.": {
		es: "La imagen está dañada o incompleta.",
		de: "Das Bild ist beschädigt oder unvollständig.",
	},
	"The retention policy of the organization does not allow it to be stored: {content} of this meeting would expire at once. A longer period of {dataClass} allows it.":
		{
			es: "La política de conservación de la organización no permite guardarlo: {content} de esta reunión caducarían de inmediato. Lo permite un periodo más largo de {dataClass}.",
			de: "Die Aufbewahrungsrichtlinie der Organisation erlaubt die Speicherung nicht: {content} dieser Besprechung würden sofort ablaufen. Eine längere Frist für {dataClass} erlaubt sie.",
		},
	"The service is not ready; see error.meta.checks.": {
		es: "El servicio no está listo; consulte error.meta.checks.",
		de: "Der Dienst ist nicht bereit; siehe error.meta.checks.",
	},
	"There is no logo at this address.": {
		es: "No hay ningún logotipo en esta dirección.",
		de: "Unter dieser Adresse gibt es kein Logo.",
	},
	"transcripts and content derived from them": {
		es: "las transcripciones y lo que se deriva de ellas",
		de: "Transkripte und was daraus entsteht",
	},
	"{demand}, by the control {control}": {
		es: "{demand}, según el control {control}",
		de: "{demand}, laut Kontrolle {control}",
	},
} satisfies Translations;
