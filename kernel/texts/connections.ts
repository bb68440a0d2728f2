import type { Translations } from "./translations.ts";

/** Texts of connections with other systems. */
export const connectionsTexts = {
	"A replay of the webhook is running.": {
		es: "Ya hay una repetición del webhook en curso.",
		de: "Eine Wiederholung des Webhooks läuft bereits.",
	},
	"An organization has at most {most} audit streams.": {
		es: "Una organización tiene como máximo {most} flujos de auditoría.",
		de: "Eine Organisation hat höchstens {most} Audit-Streams.",
	},
	"An organization has at most {most} integrations.": {
		es: "Una organización tiene como máximo {most} integraciones.",
		de: "Eine Organisation hat höchstens {most} Integrationen.",
	},
	"An organization has at most {most} webhooks.": {
		es: "Una organización tiene como máximo {most} webhooks.",
		de: "Eine Organisation hat höchstens {most} Webhooks.",
	},
	"cannot be used with a stream, which has no pages": {
		es: "no puede usarse con un flujo, que no tiene páginas",
		de: "kann nicht mit einem Stream verwendet werden, der keine Seiten hat",
	},
	"Events before {firstSequence} are no longer kept. Read the resources again, then continue with afterSequence={previous}.":
		{
			es: "Los eventos anteriores al {firstSequence} ya no se conservan. Lea de nuevo los recursos y continúe con afterSequence={previous}.",
			de: "Ereignisse vor {firstSequence} werden nicht mehr aufbewahrt. Lesen Sie die Ressourcen neu, und fahren Sie dann mit afterSequence={previous} fort.",
		},
	"is needed by a {type}": { es: "es necesario para el tipo {type}", de: "ist für den Typ {type} erforderlich" },
	"is not used by a {type}": { es: "no sirve para el tipo {type}", de: "ist für den Typ {type} ohne Bedeutung" },
	"it contains a fragment": { es: "contiene un fragmento", de: "es enthält ein Fragment" },
	"it contains credentials": { es: "contiene credenciales", de: "es enthält Zugangsdaten" },
	"it is not a URL": { es: "no es una URL", de: "es ist keine URL" },
	"its address is not a public one": { es: "su dirección no es pública", de: "seine Adresse ist nicht öffentlich" },
	"its address is not one": { es: "su dirección no es válida", de: "seine Adresse ist keine" },
	"its name is not a public one": { es: "su nombre no es público", de: "sein Name ist nicht öffentlich" },
	"its port is one of another service": {
		es: "su puerto es el de otro servicio",
		de: "sein Port ist der eines anderen Dienstes",
	},
	"its scheme is neither https nor http": {
		es: "su esquema no es https ni http",
		de: "sein Schema ist weder https noch http",
	},
	"its scheme is not https": { es: "su esquema no es https", de: "sein Schema ist nicht https" },
	"must be 1…{most} visible ASCII characters": {
		es: "debe tener de 1 a {most} caracteres ASCII visibles",
		de: "muss 1 bis {most} sichtbare ASCII-Zeichen haben",
	},
	"must be a type of event, or the beginning of one and `.*`": {
		es: "debe ser un tipo de evento, o el comienzo de uno y `.*`",
		de: "muss ein Ereignistyp sein oder der Anfang eines solchen und `.*`",
	},
	"must be an action, or its beginning and *": {
		es: "debe ser una acción, o su comienzo y *",
		de: "muss eine Aktion sein oder deren Anfang und *",
	},
	"must be an https URL of a public server, without credentials or fragment": {
		es: "debe ser una URL https de un servidor público, sin credenciales ni fragmento",
		de: "muss eine https-URL eines öffentlichen Servers sein, ohne Zugangsdaten und Fragment",
	},
	"must be an https URL without credentials and fragment; http is accepted on loopback only": {
		es: "debe ser una URL https sin credenciales ni fragmento; http solo se acepta en loopback",
		de: "muss eine https-URL ohne Zugangsdaten und Fragment sein; http wird nur auf Loopback angenommen",
	},
	"must be an IP address": { es: "debe ser una dirección IP", de: "muss eine IP-Adresse sein" },
	"must be as the integration has it": {
		es: "debe ser como lo tiene la integración",
		de: "muss so sein, wie die Integration es hat",
	},
	"must be at most {most}, the sequence of the last event": {
		es: "debe ser como máximo {most}, la secuencia del último evento",
		de: "darf höchstens {most} sein, die Sequenznummer des letzten Ereignisses",
	},
	"must be certificates in PEM form, and nothing else": {
		es: "deben ser certificados en formato PEM, y nada más",
		de: "müssen Zertifikate im PEM-Format sein, und nichts anderes",
	},
	"must be the name of a header": { es: "debe ser el nombre de una cabecera", de: "muss der Name eines Headers sein" },
	"must be thin": { es: "debe ser thin", de: "muss thin sein" },
	"must be types of events, or beginnings of some such as meeting.*, separated by commas": {
		es: "deben ser tipos de eventos, o comienzos de algunos como meeting.*, separados por comas",
		de: "müssen Ereignistypen sein oder Anfänge von solchen wie meeting.*, durch Kommas getrennt",
	},
	"must not be a header of the connection or the signature": {
		es: "no debe ser una cabecera de la conexión ni de la firma",
		de: "darf kein Header der Verbindung oder der Signatur sein",
	},
	"must not be before from": { es: "no debe ser anterior a from", de: "darf nicht vor from liegen" },
	"must not be set twice": { es: "no debe establecerse dos veces", de: "darf nicht zweimal gesetzt werden" },
	"No connection, or it broke ({code}).": {
		es: "No hubo conexión o se interrumpió ({code}).",
		de: "Es kam keine Verbindung zustande, oder sie brach ab ({code}).",
	},
	"No connection, or it broke.": {
		es: "No hubo conexión o se interrumpió.",
		de: "Es kam keine Verbindung zustande, oder sie brach ab.",
	},
	"No learning-management system can start meetings at this address: ask the administrator of yours to check its loginUrl and launchUrl.":
		{
			es: "Ningún sistema de aprendizaje puede iniciar reuniones en esta dirección: pida a quien administra el suyo que compruebe su loginUrl y su launchUrl.",
			de: "Kein Lernmanagementsystem kann unter dieser Adresse Besprechungen starten: Bitten Sie den Betreiber des Ihren, loginUrl und launchUrl zu prüfen.",
		},
	"The audit log of the organization has no such entry.": {
		es: "El registro de auditoría de la organización no tiene esa entrada.",
		de: "Das Audit-Protokoll der Organisation hat keinen solchen Eintrag.",
	},
	"The certificate was rejected ({code}).": {
		es: "No se aceptó el certificado ({code}).",
		de: "Das Zertifikat wurde nicht akzeptiert ({code}).",
	},
	"The connection broke before everything was accepted.": {
		es: "La conexión se interrumpió antes de que se recibiera todo.",
		de: "Die Verbindung brach ab, bevor alles angenommen war.",
	},
	"The keys of the learning-management system cannot be fetched: open the link again shortly.": {
		es: "No se pueden obtener las claves del sistema de aprendizaje: abra de nuevo el enlace en breve.",
		de: "Die Schlüssel des Lernmanagementsystems können nicht abgerufen werden: Öffnen Sie den Link in Kürze erneut.",
	},
	"The learning-management system has not started the meeting: open the link again.": {
		es: "El sistema de aprendizaje no ha iniciado la reunión: abra de nuevo el enlace.",
		de: "Das Lernmanagementsystem hat die Besprechung nicht gestartet: Öffnen Sie den Link erneut.",
	},
	"The maker of the audit stream no longer has the required rights: adopt the audit stream before you change it.": {
		es: "Quien creó el flujo de auditoría ya no tiene los derechos que requiere: asuma el flujo de auditoría antes de cambiarlo.",
		de: "Wer den Audit-Stream angelegt hat, hat die nötigen Rechte nicht mehr: Übernehmen Sie den Audit-Stream, bevor Sie ihn ändern.",
	},
	"The maker of the integration no longer has the required rights: adopt the integration before you change it.": {
		es: "Quien creó la integración ya no tiene los derechos que requiere: asuma la integración antes de cambiarla.",
		de: "Wer die Integration angelegt hat, hat die nötigen Rechte nicht mehr: Übernehmen Sie die Integration, bevor Sie sie ändern.",
	},
	"The maker of the key no longer has the required rights: adopt the key before you change it.": {
		es: "Quien creó la clave de API ya no tiene los derechos que requiere: asuma la clave de API antes de cambiarla.",
		de: "Wer den API-Schlüssel angelegt hat, hat die nötigen Rechte nicht mehr: Übernehmen Sie den API-Schlüssel, bevor Sie ihn ändern.",
	},
	"The maker of the webhook no longer has the required rights: adopt the webhook before you change it.": {
		es: "Quien creó el webhook ya no tiene los derechos que requiere: asuma el webhook antes de cambiarlo.",
		de: "Wer den Webhook angelegt hat, hat die nötigen Rechte nicht mehr: Übernehmen Sie den Webhook, bevor Sie ihn ändern.",
	},
	"The name {host} could not be resolved.": {
		es: "No se pudo resolver el nombre {host}.",
		de: "Der Name {host} konnte nicht aufgelöst werden.",
	},
	"The name {host} has no address.": {
		es: "El nombre {host} no tiene ninguna dirección.",
		de: "Der Name {host} hat keine Adresse.",
	},
	"The organization has no such audit stream.": {
		es: "La organización no tiene ese flujo de auditoría.",
		de: "Die Organisation hat keinen solchen Audit-Stream.",
	},
	"The organization has no such integration.": {
		es: "La organización no tiene esa integración.",
		de: "Die Organisation hat keine solche Integration.",
	},
	"The organization has no such webhook.": {
		es: "La organización no tiene ese webhook.",
		de: "Die Organisation hat keinen solchen Webhook.",
	},
	"The secret of the webhook was lost: rotate it.": {
		es: "Se perdió el secreto del webhook: renuévelo.",
		de: "Das Geheimnis des Webhooks ging verloren: Erneuern Sie es.",
	},
	"The server did not accept everything within {seconds} s.": {
		es: "El servidor no recibió todo en {seconds} s.",
		de: "Der Server hat nicht alles innerhalb von {seconds} s angenommen.",
	},
	"The target may not be used: {reason}.": {
		es: "No se puede usar el destino: {reason}.",
		de: "Das Ziel darf nicht verwendet werden: {reason}.",
	},
	"The token of the learning-management system is refused because of its {claim}: compare the settings of the integration.":
		{
			es: "Se rechaza el token del sistema de aprendizaje por su {claim}: compare los ajustes de la integración.",
			de: "Das Token des Lernmanagementsystems wird wegen {claim} abgelehnt: Vergleichen Sie die Einstellungen der Integration.",
		},
	"The webhook has no such delivery.": {
		es: "El webhook no tiene esa entrega.",
		de: "Der Webhook hat keine solche Zustellung.",
	},
	"The webhook is disabled: enable it first.": {
		es: "El webhook está desactivado: actívelo antes.",
		de: "Der Webhook ist deaktiviert: Aktivieren Sie ihn zuerst.",
	},
	"There was no response within {seconds} s.": {
		es: "No hubo respuesta en {seconds} s.",
		de: "Innerhalb von {seconds} s kam keine Antwort.",
	},
	"This caller already has {limit} streams.": {
		es: "Este usuario ya tiene {limit} flujos.",
		de: "Dieser Aufrufer hat bereits {limit} Streams.",
	},
	"This launch is unknown, used or expired: open the link in your learning-management system again.": {
		es: "Este inicio es desconocido, ya se ha usado o ha caducado: abra de nuevo el enlace en su sistema de aprendizaje.",
		de: "Dieser Aufruf ist unbekannt, bereits verwendet oder abgelaufen: Öffnen Sie den Link in Ihrem Lernmanagementsystem erneut.",
	},
	"This link leads to no meeting that guests may join: its custom parameter must be meeting=<id>, of a meeting with access: link.":
		{
			es: "Este enlace no lleva a ninguna reunión a la que puedan unirse invitados: su parámetro personalizado debe ser meeting=<id>, de una reunión con access: link.",
			de: "Dieser Link führt zu keiner Besprechung, der Gäste beitreten dürfen: Sein eigener Parameter muss meeting=<id> lauten, einer Besprechung mit access: link.",
		},
	"This organization already has {limit} streams.": {
		es: "Esta organización ya tiene {limit} flujos.",
		de: "Diese Organisation hat bereits {limit} Streams.",
	},
} satisfies Translations;
