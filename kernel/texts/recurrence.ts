import type { Translations } from "./translations.ts";

/** Texts of recurrence rules. */
export const recurrenceTexts = {
	"must be a recurrence rule (RFC 5545) without its name, such as FREQ=WEEKLY;BYDAY=MO,WE": {
		es: "debe ser una regla de recurrencia (RFC 5545) sin su nombre, como FREQ=WEEKLY;BYDAY=MO,WE",
		de: "muss eine Wiederholungsregel (RFC 5545) ohne ihren Namen sein, etwa FREQ=WEEKLY;BYDAY=MO,WE",
	},
	"must have {name} from 1 to {maximum}": {
		es: "debe tener {name} de 1 a {maximum}",
		de: "muss {name} von 1 bis {maximum} haben",
	},
	"must have an UNTIL such as 20261218T220000Z, or 20261218 for the whole day": {
		es: "debe tener un UNTIL como 20261218T220000Z, o 20261218 para el día entero",
		de: "muss ein UNTIL haben wie 20261218T220000Z oder 20261218 für den ganzen Tag",
	},
	"must have BYDAY or BYMONTHDAY if it has BYSETPOS": {
		es: "debe tener BYDAY o BYMONTHDAY si tiene BYSETPOS",
		de: "muss BYDAY oder BYMONTHDAY haben, wenn BYSETPOS angegeben ist",
	},
	"must have BYDAY without numbers unless FREQ is MONTHLY": {
		es: "debe tener BYDAY sin números salvo que FREQ sea MONTHLY",
		de: "darf in BYDAY keine Zahlen haben, außer wenn FREQ MONTHLY ist",
	},
	"must have no BYSETPOS of {position}: the other parts choose at most {most} days of a period": {
		es: "no debe tener un BYSETPOS de {position}: las otras partes eligen como máximo {most} días de un período",
		de: "darf kein BYSETPOS von {position} haben: Die übrigen Teile wählen höchstens {most} Tage eines Zeitraums",
	},
	"must have numbers from 1 to 31, or from -31 to -1, in {name}": {
		es: "debe tener números de 1 a 31, o de -31 a -1, en {name}",
		de: "muss in {name} Zahlen von 1 bis 31 oder von -31 bis -1 haben",
	},
	"must have weekdays in BYDAY, such as MO,WE, or 1MO and -1FR for the first Monday and the last Friday of a month": {
		es: "debe tener días de la semana en BYDAY, como MO,WE, o 1MO y -1FR para el primer lunes y el último viernes de un mes",
		de: "muss in BYDAY Wochentage haben, etwa MO,WE oder 1MO und -1FR für den ersten Montag und den letzten Freitag eines Monats",
	},
	"must have {name} only once": { es: "debe tener {name} una sola vez", de: "darf {name} nur einmal haben" },
	"must have {name}, which is one of {supported}": {
		es: "debe tener {name} con uno de estos valores: {supported}",
		de: "muss {name} mit einem dieser Werte haben: {supported}",
	},
	"must not have both COUNT and UNTIL": {
		es: "no debe tener COUNT y UNTIL a la vez",
		de: "darf nicht sowohl COUNT als auch UNTIL haben",
	},
	"must not have BYMONTHDAY if FREQ is WEEKLY": {
		es: "no debe tener BYMONTHDAY si FREQ es WEEKLY",
		de: "darf kein BYMONTHDAY haben, wenn FREQ WEEKLY ist",
	},
	"must not have {name}: supported are {supported}": {
		es: "no debe tener {name}: se admiten {supported}",
		de: "darf kein {name} haben: Unterstützt werden {supported}",
	},
} satisfies Translations;
