import type { Translations } from "./translations.ts";

/** Texts of plans, invoices and payments. */
export const billingTexts = {
	"An organization can have at most {limit} payment methods: remove one first.": {
		es: "Una organización puede tener como máximo {limit} medios de pago: quite antes uno.",
		de: "Eine Organisation kann höchstens {limit} Zahlungsmittel haben: Entfernen Sie zuerst eines.",
	},
	"Billing is off on this installation (`BILLING_ENFORCEMENT=off`): every organization has the plan unlimited.": {
		es: "Esta instalación no factura (`BILLING_ENFORCEMENT=off`): todas las organizaciones tienen el plan unlimited.",
		de: "Diese Installation rechnet nicht ab (`BILLING_ENFORCEMENT=off`): Jede Organisation hat den Tarif unlimited.",
	},
	"bytes of recordings": { es: "bytes de grabaciones", de: "Byte Aufzeichnungen" },
	members: { es: "miembros", de: "Mitglieder" },
	"minutes of a meeting": { es: "minutos de una reunión", de: "Minuten einer Besprechung" },
	"minutes of meetings": { es: "minutos de reuniones", de: "Minuten Besprechungen" },
	"minutes of transcription": { es: "minutos de transcripción", de: "Minuten Transkription" },
	"minutes of translation": { es: "minutos de traducción", de: "Minuten Übersetzung" },
	"must be a plan that has a trial: {codes}": {
		es: "debe ser un plan que tenga periodo de prueba: {codes}",
		de: "muss ein Tarif mit Testzeitraum sein: {codes}",
	},
	"must be a whole number or null": {
		es: "debe ser un número entero o null",
		de: "muss eine ganze Zahl oder null sein",
	},
	"must be an https URL below this installation or an origin of CORS_ORIGINS": {
		es: "debe ser una URL https bajo esta instalación o un origen de CORS_ORIGINS",
		de: "muss eine https-URL unterhalb dieser Installation oder eines Ursprungs aus CORS_ORIGINS sein",
	},
	"must be at most {days} days before to with groupBy={groupBy}": {
		es: "debe ser como máximo {days} días antes de to con groupBy={groupBy}",
		de: "darf mit groupBy={groupBy} höchstens {days} Tage vor to liegen",
	},
	"must be at most {most}": { es: "debe ser como máximo {most}", de: "darf höchstens {most} sein" },
	"must be at most {most} with the plan {name}": {
		es: "debe ser como máximo {most} con el plan {name}",
		de: "darf mit dem Tarif {name} höchstens {most} sein",
	},
	"must be at most {most}, the balance of the account": {
		es: "debe ser como máximo {most}, el saldo de la cuenta",
		de: "darf höchstens {most} sein, das Guthaben des Kontos",
	},
	"must be later than from": { es: "debe ser posterior a from", de: "muss nach from liegen" },
	"must be one of {values}": { es: "debe ser uno de {values}", de: "muss einer der Werte {values} sein" },
	"must be the id of a payment method of the provider, such as pm_1QxYzAbCdEfGhIjK": {
		es: "debe ser el id de un medio de pago del proveedor, como pm_1QxYzAbCdEfGhIjK",
		de: "muss die Kennung eines Zahlungsmittels des Anbieters sein, etwa pm_1QxYzAbCdEfGhIjK",
	},
	"must be true or false": { es: "debe ser true o false", de: "muss true oder false sein" },
	"must not contain a payment card number: enter it at the payment provider, and send the returned token": {
		es: "no debe contener el número de una tarjeta de pago: facilítelo al proveedor de pagos y envíe el token que este devuelva",
		de: "darf keine Nummer einer Zahlungskarte enthalten: Geben Sie sie dem Zahlungsanbieter, und senden Sie das Token, mit dem er antwortet",
	},
	"Only a system administrator may change the provider.": {
		es: "Solo un administrador del sistema puede cambiar el proveedor.",
		de: "Nur ein Systemadministrator darf den Anbieter ändern.",
	},
	"Only an open invoice can be paid or voided: this credit note is {state}.": {
		es: "Solo puede pagarse o anularse una factura abierta: esta nota de crédito tiene el estado {state}.",
		de: "Nur eine offene Rechnung kann bezahlt oder storniert werden: Diese Gutschrift hat den Status {state}.",
	},
	"Only an open invoice can be paid or voided: this invoice is {state}.": {
		es: "Solo puede pagarse o anularse una factura abierta: esta factura tiene el estado {state}.",
		de: "Nur eine offene Rechnung kann bezahlt oder storniert werden: Diese Rechnung hat den Status {state}.",
	},
	"Overdue and unpaid: invoice {number}. Pay it, then change the plan.": {
		es: "Vencida y sin pagar: factura {number}. Páguela y cambie después el plan.",
		de: "Überfällig und unbezahlt: Rechnung {number}. Bezahlen Sie sie, und wechseln Sie dann den Tarif.",
	},
	"Overdue and unpaid: invoices {numbers}. Pay them, then change the plan.": {
		es: "Vencidas y sin pagar: facturas {numbers}. Páguelas y cambie después el plan.",
		de: "Überfällig und unbezahlt: Rechnungen {numbers}. Bezahlen Sie sie, und wechseln Sie dann den Tarif.",
	},
	"participants of a meeting": { es: "participantes de una reunión", de: "Teilnehmer einer Besprechung" },
	"requests to the API": { es: "solicitudes a la API", de: "Anfragen an die API" },
	summaries: { es: "resúmenes", de: "Zusammenfassungen" },
	"The balance of the account in {currency} is 0: nothing is left to pay back.": {
		es: "El saldo de la cuenta en {currency} es 0: no queda nada que devolver.",
		de: "Das Guthaben des Kontos in {currency} ist 0: Es ist nichts mehr zurückzuzahlen.",
	},
	"The invoice is partly paid or credited: issue a credit note instead of voiding it.": {
		es: "Una parte de la factura se pagó o se rectificó: emita una nota de crédito en lugar de anularla.",
		de: "Ein Teil der Rechnung wurde bezahlt oder zurückgenommen: Stellen Sie eine Gutschrift aus, statt sie zu stornieren.",
	},
	"The organization has had its trial, which began at {at}.": {
		es: "La organización ya ha tenido su periodo de prueba, que empezó el {at}.",
		de: "Die Organisation hatte ihren Testzeitraum bereits; er begann am {at}.",
	},
	"The organization has no such invoice.": {
		es: "La organización no tiene esa factura.",
		de: "Die Organisation hat keine solche Rechnung.",
	},
	"The organization has no such payment method.": {
		es: "La organización no tiene ese medio de pago.",
		de: "Die Organisation hat kein solches Zahlungsmittel.",
	},
	"The organization is already subscribed to the plan {planName}.": {
		es: "La organización ya está suscrita al plan {planName}.",
		de: "Die Organisation hat den Tarif {planName} bereits abonniert.",
	},
	"The organization may have {limit} {what}": {
		es: "La organización puede tener {limit} {what}",
		de: "Die Organisation darf {limit} {what} haben",
	},
	"The organization may have {limit} {what} until {at}": {
		es: "La organización puede tener {limit} {what} hasta el {at}",
		de: "Die Organisation darf bis {at} {limit} {what} haben",
	},
	"The organization uses more than the plan {planName} includes: {excess}. Reduce the use first.": {
		es: "La organización usa más de lo que incluye el plan {planName}: {excess}. Reduzca antes el uso.",
		de: "Die Organisation nutzt mehr, als der Tarif {planName} enthält: {excess}. Verringern Sie zuerst die Nutzung.",
	},
	"The payment methods are being changed: try again shortly.": {
		es: "Los medios de pago se están modificando en este momento: vuelva a intentarlo en breve.",
		de: "Die Zahlungsmittel werden gerade geändert: Versuchen Sie es in Kürze erneut.",
	},
	"The plan {name} of the organization does not include {feature}.": {
		es: "El plan {name} de la organización no incluye {feature}.",
		de: "Der Tarif {name} der Organisation enthält {feature} nicht.",
	},
	"The plan {name} of the organization does not include {feature}; {better} does.": {
		es: "El plan {name} de la organización no incluye {feature}; {better} sí.",
		de: "Der Tarif {name} der Organisation enthält {feature} nicht; {better} enthält es.",
	},
	"There is no plan {code}; there are {plans}.": {
		es: "No existe el plan {code}; existen {plans}.",
		de: "Den Tarif {code} gibt es nicht; es gibt {plans}.",
	},
	"This credit note, which is {state}, cannot be credited.": {
		es: "De esta nota de crédito, con el estado {state}, no queda nada que rectificar.",
		de: "Von dieser Gutschrift mit dem Status {state} kann nichts mehr zurückgenommen werden.",
	},
	"This installation is not connected to a payment provider.": {
		es: "Esta instalación no está conectada con un proveedor de pagos.",
		de: "Diese Installation ist mit keinem Zahlungsanbieter verbunden.",
	},
	"This installation is not connected to {provider}: its operator can do that.": {
		es: "Esta instalación no está conectada con {provider}: su operador puede hacerlo.",
		de: "Diese Installation ist nicht mit {provider} verbunden: Das kann ihr Betreiber tun.",
	},
	"This invoice, which is {state}, has no amount left to credit.": {
		es: "De esta factura, con el estado {state}, no queda nada que rectificar.",
		de: "Von dieser Rechnung mit dem Status {state} kann nichts mehr zurückgenommen werden.",
	},
	workspaces: { es: "espacios de trabajo", de: "Arbeitsbereiche" },
	"{most}.": { es: "{most}.", de: "{most}." },
	"{most}; its subscription can have more seats.": {
		es: "{most}; su suscripción puede tener más plazas.",
		de: "{most}; ihr Abonnement kann mehr Plätze haben.",
	},
	"{most}; the plan {better} has more.": {
		es: "{most}; el plan {better} tiene más.",
		de: "{most}; der Tarif {better} hat mehr.",
	},
	"{used} {key} instead of {limit}": { es: "{used} {key} en lugar de {limit}", de: "{used} {key} statt {limit}" },
} satisfies Translations;
