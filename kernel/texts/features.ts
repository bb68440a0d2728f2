import type { Translations } from "./translations.ts";

/** Texts of features and flags. */
export const featuresTexts = {
	"calendar feeds": { es: "los calendarios", de: "Kalender-Feeds" },
	"is locked by the compliance control {control}": {
		es: "está bloqueada por el control de cumplimiento {control}",
		de: "ist von der Compliance-Kontrolle {control} gesperrt",
	},
	"is locked by the operator": { es: "está bloqueada por el operador", de: "ist vom Betreiber gesperrt" },
	"is not a known flag": { es: "no es una marca conocida", de: "ist kein bekanntes Flag" },
	"is not included in the plan": { es: "no está incluida en el plan", de: "ist im Tarif nicht enthalten" },
	"is required by a rollout of the flag": {
		es: "es obligatorio para una activación gradual de la marca",
		de: "ist für eine schrittweise Einführung des Flags erforderlich",
	},
	"launches from learning-management systems": {
		es: "los inicios desde sistemas de aprendizaje",
		de: "Aufrufe aus Lernmanagementsystemen",
	},
	"live transcription": { es: "la transcripción en directo", de: "die Live-Transkription" },
	"must be a text of at most {most} characters": {
		es: "debe ser un texto de como máximo {most} caracteres",
		de: "muss ein Text mit höchstens {most} Zeichen sein",
	},
	"must be a value of the type {type}": {
		es: "debe ser un valor del tipo {type}",
		de: "muss ein Wert des Typs {type} sein",
	},
	"must be {type}: the type of a flag does not change": {
		es: "debe ser {type}: el tipo de una marca no cambia",
		de: "muss {type} sein: Der Typ eines Flags ändert sich nicht",
	},
	"must be {variants}, or left out, for a boolean": {
		es: "debe ser {variants}, u omitirse, para un valor booleano",
		de: "muss für einen booleschen Wert {variants} sein oder weggelassen werden",
	},
	"must have a name of 1…64 letters, digits, `.`, `_` and `-`": {
		es: "debe tener un nombre de 1 a 64 letras, cifras, `.`, `_` y `-`",
		de: "muss einen Namen aus 1 bis 64 Buchstaben, Ziffern, `.`, `_` und `-` haben",
	},
	"must have at least one variant": {
		es: "debe tener al menos una variante",
		de: "muss mindestens eine Variante haben",
	},
	"must have at most {most} characters as JSON": {
		es: "debe tener como máximo {most} caracteres como JSON",
		de: "darf als JSON höchstens {most} Zeichen haben",
	},
	"must have at most {most} characters as JSON, together": {
		es: "debe tener en total como máximo {most} caracteres como JSON",
		de: "darf als JSON zusammen höchstens {most} Zeichen haben",
	},
	"must have either a variant or a rollout": {
		es: "debe tener una variante o una activación gradual",
		de: "muss entweder eine Variante oder eine schrittweise Einführung haben",
	},
	"must name a variant: {variants}": {
		es: "debe nombrar una variante: {variants}",
		de: "muss eine Variante nennen: {variants}",
	},
	"must name an existing organization": {
		es: "debe nombrar una organización que exista",
		de: "muss eine Organisation nennen, die es gibt",
	},
	"must name an organization, since the token does not": {
		es: "debe nombrar una organización, puesto que el token no lo hace",
		de: "muss eine Organisation nennen, da das Token keine nennt",
	},
	"must name each provider once": {
		es: "debe nombrar cada proveedor una sola vez",
		de: "darf jeden Anbieter nur einmal nennen",
	},
	"must not be the key of another feature flag": {
		es: "no debe ser la clave de otra marca de función",
		de: "darf nicht der Schlüssel eines anderen Feature-Flags sein",
	},
	"must not exceed 100 % together": {
		es: "no debe superar en total el 100 %",
		de: "darf zusammen 100 % nicht überschreiten",
	},
	"the editing of transcripts": { es: "la edición de transcripciones", de: "die Bearbeitung von Transkripten" },
	"The organization cannot set this: {locked}.": {
		es: "La organización no puede decidir esto: {locked}.",
		de: "Die Organisation kann das nicht entscheiden: {locked}.",
	},
	"The organization has turned off {feature}.": {
		es: "La organización ha desactivado lo siguiente: {feature}.",
		de: "Die Organisation hat Folgendes abgeschaltet: {feature}.",
	},
	"The plan {plan} of the organization does not include {keys}.": {
		es: "El plan {plan} de la organización no incluye {keys}.",
		de: "Der Tarif {plan} der Organisation enthält {keys} nicht.",
	},
	"the recording of meetings": { es: "la grabación de reuniones", de: "die Aufzeichnung von Besprechungen" },
	"There can be {max} feature flags in addition to the built-in ones: delete one first.": {
		es: "Puede haber {max} marcas de función además de las integradas: elimine antes una.",
		de: "Neben den eingebauten kann es {max} Feature-Flags geben: Löschen Sie zuerst eines.",
	},
	"There is already a feature flag {key}.": {
		es: "La marca de función {key} ya existe.",
		de: "Das Feature-Flag {key} gibt es bereits.",
	},
	"There is no feature flag {key}.": {
		es: "No existe la marca de función {key}.",
		de: "Das Feature-Flag {key} gibt es nicht.",
	},
	"transcript search": { es: "la búsqueda en transcripciones", de: "die Suche in Transkripten" },
	"Unknown feature flag: {names}.": {
		es: "Marca de función desconocida: {names}.",
		de: "Unbekanntes Feature-Flag: {names}.",
	},
	"{detail} Run: {command}": { es: "{detail} Ejecute: {command}", de: "{detail} Führen Sie aus: {command}" },
	"{key} is built in: replace it with {body} to discard the changes.": {
		es: "{key} está integrada: reemplácela con {body} para descartar lo que se cambió.",
		de: "{key} ist eingebaut: Ersetzen Sie es durch {body}, um Änderungen zu verwerfen.",
	},
	"{key} {problem}": { es: "{key} {problem}", de: "{key} {problem}" },
	"{problem}: leave it out": { es: "{problem}: omítala", de: "{problem}: Lassen Sie es weg" },
} satisfies Translations;
