import type { PublicMeter } from "#modules/tenancy/usage";
import type { MailTexts } from "#platform/mail";
import type { Beyond, Threshold } from "./schemas.ts";

/** Content of the mail to those who pay for an organization that has used up most, or all, of a limit. */
export type UsageAlertMail = {
	readonly kind: "usage_alert";
	/** Null: the address belongs to nobody by name. */
	readonly name: string | null;
	readonly organization: string;
	/** Name of the plan. */
	readonly plan: string;
	readonly meter: PublicMeter;
	/** In percent. */
	readonly threshold: Threshold;
	/** In the unit of the meter. */
	readonly limit: number;
	/** In the unit of the meter. */
	readonly used: number;
	readonly beyond: Beyond;
};

/** What each meter counts, in the plural, as a text of a language calls it. */
type Names = Readonly<Record<PublicMeter, string>>;

const EN: Names = {
	meeting_minutes: "minutes of meetings this month",
	recording_storage_bytes: "gigabytes of storage",
	transcription_minutes: "minutes of transcription this month",
	translation_minutes: "minutes of translation this month",
	ai_summaries: "summaries this month",
	seats: "seats",
	api_requests: "requests to the API this month",
};
const ES: Names = {
	meeting_minutes: "minutos de reunión este mes",
	recording_storage_bytes: "gigabytes de almacenamiento",
	transcription_minutes: "minutos de transcripción este mes",
	translation_minutes: "minutos de traducción este mes",
	ai_summaries: "resúmenes este mes",
	seats: "plazas",
	api_requests: "peticiones a la API este mes",
};
const DE: Names = {
	meeting_minutes: "Minuten für Besprechungen in diesem Monat",
	recording_storage_bytes: "Gigabyte Speicherplatz",
	transcription_minutes: "Minuten Transkription in diesem Monat",
	translation_minutes: "Minuten Übersetzung in diesem Monat",
	ai_summaries: "Zusammenfassungen in diesem Monat",
	seats: "Plätze",
	api_requests: "Anfragen an die API in diesem Monat",
};

const nameIn = (names: Names) => `<%= (${JSON.stringify(names)})[it.meter] %>`;
const numberIn = (locale: string, member: "used" | "limit") =>
	`<%= new Intl.NumberFormat("${locale}", { maximumFractionDigits: 1 }).format(it.${member} / (it.meter === "recording_storage_bytes" ? 1e9 : 1)) %>`;

/** What happens beyond the limit, where anything does. */
const beyond = (almost: string, all: string, charged: string) =>
	`<%= it.beyond === "refused" ? (it.threshold === 100 ? ${JSON.stringify(all)} : ${JSON.stringify(almost)}) : it.beyond === "charged" ? ${JSON.stringify(charged)} : "" %>`;

/** Texts of the mail in all languages. */
export const usageAlertMails: MailTexts = {
	en: {
		usage_alert: {
			subject: "<%= it.organization %> has used <%= it.threshold %>% of a limit",
			before: [
				`With the plan <%= it.plan %>, <%= it.organization %> has used ${numberIn("en", "used")} of ${numberIn("en", "limit")} ${nameIn(EN)}.`,
				"Nothing that you have recorded is lost, and work in progress is finished.",
			],
			after: [
				`${beyond("Once the limit is reached, nothing further can be started. ", "Nothing further can be started now. ", "Usage beyond the limit is charged. ")}Choose another plan to raise the limit.`,
			],
		},
	},
	es: {
		usage_alert: {
			subject: "<%= it.organization %> ha usado el <%= it.threshold %> % de un límite",
			before: [
				`Con el plan <%= it.plan %>, <%= it.organization %> ha usado ${numberIn("es", "used")} de ${numberIn("es", "limit")} ${nameIn(ES)}.`,
				"No se pierde nada de lo que haya grabado, y lo que está en curso se termina.",
			],
			after: [
				`${beyond("Cuando se agote, no se podrá empezar nada más. ", "Ahora no se puede empezar nada más. ", "Lo que lo supere se cobrará. ")}Elija otro plan para tener más.`,
			],
		},
	},
	de: {
		usage_alert: {
			subject: "<%= it.organization %> hat <%= it.threshold %> % eines Kontingents verbraucht",
			before: [
				`Mit dem Tarif <%= it.plan %> hat <%= it.organization %> ${numberIn("de", "used")} von ${numberIn("de", "limit")} ${nameIn(DE)} verbraucht.`,
				"Nichts, was Sie aufgezeichnet haben, geht verloren, und was läuft, wird zu Ende geführt.",
			],
			after: [
				`${beyond("Ist alles verbraucht, kann nichts Weiteres begonnen werden. ", "Jetzt kann nichts Weiteres begonnen werden. ", "Was darüber hinausgeht, wird berechnet. ")}Wählen Sie einen anderen Tarif, um mehr zu haben.`,
			],
		},
	},
};
