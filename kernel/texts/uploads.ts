import type { Translations } from "./translations.ts";

/** Texts of uploads. */
export const uploadTexts = {
	"Another request is writing to this upload.": {
		es: "Otra solicitud está escribiendo en esta subida.",
		de: "Eine andere Anfrage schreibt gerade in diesen Upload.",
	},
	"is required with captureId": { es: "es obligatorio con captureId", de: "ist mit captureId erforderlich" },
	"is required with trackId": { es: "es obligatorio con trackId", de: "ist mit trackId erforderlich" },
	"is required with participantId": {
		es: "es obligatorio con participantId",
		de: "ist mit participantId erforderlich",
	},
	"Only hosts and managers of the workspace can upload recordings.": {
		es: "Solo los anfitriones y gestores del espacio de trabajo pueden subir grabaciones.",
		de: "Nur Gastgeber und Manager des Arbeitsbereichs können Aufzeichnungen hochladen.",
	},
	"Participants upload only their own track.": {
		es: "Los participantes solo suben su propia pista.",
		de: "Teilnehmer laden nur ihre eigene Spur hoch.",
	},
	"The bytes do not match Upload-Checksum.": {
		es: "Los bytes no coinciden con Upload-Checksum.",
		de: "Die Bytes stimmen nicht mit Upload-Checksum überein.",
	},
	"The organization already has {limit} unfinished uploads: finish or cancel some first.": {
		es: "La organización ya tiene {limit} subidas sin terminar: termine o cancele antes algunas.",
		de: "Die Organisation hat bereits {limit} unfertige Uploads: Beenden Sie zuerst einige, oder brechen Sie sie ab.",
	},
	"The unfinished uploads of the organization reserve its share of the space: finish or cancel some first.": {
		es: "Las subidas sin terminar de la organización reservan su parte del espacio: termine o cancele antes algunas.",
		de: "Die unfertigen Uploads der Organisation belegen ihren Anteil am Platz: Beenden Sie zuerst einige, oder brechen Sie sie ab.",
	},
	"The participant already has {limit} unfinished uploads: finish some first.": {
		es: "El participante ya tiene {limit} subidas sin terminar: termine antes algunas.",
		de: "Der Teilnehmer hat bereits {limit} unfertige Uploads: Beenden Sie zuerst einige.",
	},
	"The upload continues at byte {offset}.": {
		es: "La subida continúa en el byte {offset}.",
		de: "Der Upload geht bei Byte {offset} weiter.",
	},
	"The upload failed. Create another one.": {
		es: "La subida ha fallado. Cree otra.",
		de: "Der Upload ist fehlgeschlagen. Legen Sie einen neuen an.",
	},
	"The upload has expired. Create another one.": {
		es: "La subida ha caducado. Cree otra.",
		de: "Der Upload ist abgelaufen. Legen Sie einen neuen an.",
	},
	"The upload is larger than allowed.": {
		es: "La subida es mayor de lo permitido.",
		de: "Der Upload ist größer als erlaubt.",
	},
	"The upload was cancelled. Create another one.": {
		es: "La subida se canceló. Cree otra.",
		de: "Der Upload wurde abgebrochen. Legen Sie einen neuen an.",
	},
	"The upload would be larger than announced.": {
		es: "La subida sería mayor de lo anunciado.",
		de: "Der Upload wäre größer als angekündigt.",
	},
	"There is currently not enough space for an upload of this size.": {
		es: "En este momento no hay espacio suficiente para una subida de este tamaño.",
		de: "Für einen Upload dieser Größe ist derzeit nicht genug Platz.",
	},
	"There is currently not enough space to continue; what has arrived is kept. Retry once other uploads have finished.":
		{
			es: "En este momento no hay espacio suficiente para continuar; lo recibido se conserva. Vuelva a intentarlo cuando hayan terminado otras subidas.",
			de: "Derzeit ist nicht genug Platz, um fortzufahren; was angekommen ist, bleibt erhalten. Versuchen Sie es erneut, sobald andere Uploads beendet sind.",
		},
	"There is no such upload.": { es: "No existe esa subida.", de: "Diesen Upload gibt es nicht." },
	"There is not enough space on the disk to decode the recording; retry later.": {
		es: "No hay espacio suficiente en el disco para decodificar la grabación; vuelva a intentarlo más tarde.",
		de: "Auf dem Datenträger ist nicht genug Platz, um die Aufzeichnung zu decodieren; versuchen Sie es später erneut.",
	},
	"Tracks are accepted until {days} days after the participant left.": {
		es: "Las pistas se aceptan hasta {days} días después de que el participante se haya ido.",
		de: "Spuren werden bis {days} Tage nach dem Verlassen des Teilnehmers angenommen.",
	},
	"Too many uploads": { es: "Demasiadas subidas", de: "Zu viele Uploads" },
} satisfies Translations;
