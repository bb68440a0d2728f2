/** Length of the periods of a subscription. */
export type Interval = "month" | "year";

/** What one period of a plan costs, in minor units of its currency: cents. */
export interface PlanPrice {
	/** For the organization, with {@link SeedPlan.includedSeats}. */
	readonly baseMinor: number;
	/** Price of each additional seat. */
	readonly perSeatMinor: number;
}

/** Limits of a plan; null: without a limit. */
export interface PlanLimits {
	/** Members. */
	readonly seats: number | null;
	readonly workspaces: number | null;
	/** People in a meeting at once. */
	readonly meeting_participants: number | null;
	readonly meeting_duration_minutes: number | null;
	/** Bytes of recordings that are stored at once. */
	readonly recording_storage_bytes: number | null;
	/** In each period, as all that follow. */
	readonly meeting_minutes: number | null;
	readonly transcription_minutes: number | null;
	readonly translation_minutes: number | null;
	readonly ai_summaries: number | null;
	readonly api_requests: number | null;
}

/** Meters of which plans may sell more than they include. */
export const OVERAGE_METERS = [
	"meeting_minutes",
	"transcription_minutes",
	"translation_minutes",
	"ai_summaries",
	"api_requests",
] as const satisfies readonly (keyof PlanLimits)[];
/** Name of a meter of which plans may sell more than they include. */
export type OverageMeter = (typeof OVERAGE_METERS)[number];

/** What more of a meter costs than is included. */
export interface OveragePrice {
	/** So many minutes, summaries or requests. */
	readonly per: number;
	/** Cost this much, in minor units of the plan's currency; a part of them a part of it. */
	readonly amountMinor: number;
}

/** A plan. */
export interface SeedPlan {
	readonly code: string;
	readonly name: string;
	readonly description: string;
	/** ISO 4217. */
	readonly currency: string;
	readonly prices: Readonly<Record<Interval, PlanPrice>>;
	/** Seats that the base price contains. */
	readonly includedSeats: number;
	/** Days of a trial, 0: there is none. */
	readonly trialDays: number;
	/** Feature flags that the plan does not include. */
	readonly lacks: readonly string[];
	readonly limits: PlanLimits;
	/** What more than the limits costs; null: there is no more. */
	readonly overage: Readonly<Record<OverageMeter, OveragePrice | null>>;
}

const GIB = 1024 ** 3;
const FREE_OF_CHARGE = { month: { baseMinor: 0, perSeatMinor: 0 }, year: { baseMinor: 0, perSeatMinor: 0 } };

const NO_OVERAGE = {
	meeting_minutes: null,
	transcription_minutes: null,
	translation_minutes: null,
	ai_summaries: null,
	api_requests: null,
};

/** The plans of a new installation; the operator may change them. Ordered by what they include. */
export const SEED_PLANS: readonly SeedPlan[] = [
	{
		code: "free",
		name: "Free",
		description: "For trying things out: short meetings and a little of everything that engines do.",
		currency: "EUR",
		prices: FREE_OF_CHARGE,
		includedSeats: 5,
		trialDays: 0,
		lacks: ["realTimeTranslation", "piiRedaction", "ltiIntegration", "autoJoinByDomain"],
		limits: {
			seats: 5,
			workspaces: 2,
			meeting_participants: 10,
			meeting_duration_minutes: 60,
			recording_storage_bytes: 5 * GIB,
			meeting_minutes: 1_000,
			transcription_minutes: 300,
			translation_minutes: 60,
			ai_summaries: 20,
			api_requests: 10_000,
		},
		overage: NO_OVERAGE,
	},
	{
		code: "team",
		name: "Team",
		description: "For teams that meet every day.",
		currency: "EUR",
		prices: { month: { baseMinor: 4_900, perSeatMinor: 900 }, year: { baseMinor: 49_000, perSeatMinor: 9_000 } },
		includedSeats: 5,
		trialDays: 14,
		lacks: ["ltiIntegration"],
		limits: {
			seats: 100,
			workspaces: 50,
			meeting_participants: 100,
			meeting_duration_minutes: 8 * 60,
			recording_storage_bytes: 250 * GIB,
			meeting_minutes: 50_000,
			transcription_minutes: 10_000,
			translation_minutes: 5_000,
			ai_summaries: 1_000,
			api_requests: 500_000,
		},
		overage: {
			...NO_OVERAGE,
			transcription_minutes: { per: 100, amountMinor: 90 },
			translation_minutes: { per: 100, amountMinor: 120 },
			ai_summaries: { per: 100, amountMinor: 500 },
		},
	},
	{
		code: "education",
		name: "Education",
		description: "For schools and universities, with their learning platform.",
		currency: "EUR",
		prices: { month: { baseMinor: 9_900, perSeatMinor: 100 }, year: { baseMinor: 99_000, perSeatMinor: 1_000 } },
		includedSeats: 100,
		trialDays: 30,
		lacks: [],
		limits: {
			seats: 10_000,
			workspaces: 1_000,
			meeting_participants: 500,
			meeting_duration_minutes: 12 * 60,
			recording_storage_bytes: 1_000 * GIB,
			meeting_minutes: 1_000_000,
			transcription_minutes: 100_000,
			translation_minutes: 100_000,
			ai_summaries: 20_000,
			api_requests: 2_000_000,
		},
		overage: {
			...NO_OVERAGE,
			transcription_minutes: { per: 1_000, amountMinor: 500 },
			translation_minutes: { per: 1_000, amountMinor: 700 },
		},
	},
	{
		code: "business",
		name: "Business",
		description: "For companies: everything, with more room.",
		currency: "EUR",
		prices: { month: { baseMinor: 19_900, perSeatMinor: 1_900 }, year: { baseMinor: 199_000, perSeatMinor: 19_000 } },
		includedSeats: 10,
		trialDays: 14,
		lacks: [],
		limits: {
			seats: 5_000,
			workspaces: null,
			meeting_participants: 500,
			meeting_duration_minutes: 24 * 60,
			recording_storage_bytes: 2_000 * GIB,
			meeting_minutes: null,
			transcription_minutes: 100_000,
			translation_minutes: 50_000,
			ai_summaries: 20_000,
			api_requests: 5_000_000,
		},
		overage: {
			...NO_OVERAGE,
			transcription_minutes: { per: 1_000, amountMinor: 700 },
			translation_minutes: { per: 1_000, amountMinor: 1_000 },
			ai_summaries: { per: 100, amountMinor: 400 },
		},
	},
	{
		code: "unlimited",
		name: "Unlimited",
		description: "Unlimited; used when billing is off.",
		currency: "EUR",
		prices: FREE_OF_CHARGE,
		includedSeats: 0,
		trialDays: 0,
		lacks: [],
		limits: {
			seats: null,
			workspaces: null,
			meeting_participants: null,
			meeting_duration_minutes: null,
			recording_storage_bytes: null,
			meeting_minutes: null,
			transcription_minutes: null,
			translation_minutes: null,
			ai_summaries: null,
			api_requests: null,
		},
		overage: NO_OVERAGE,
	},
];
