import type { Meter } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";

/** How a meter is shown. */
interface PublicMeterOf {
	readonly meter: Meter;
	/** Unit of the quantity. */
	readonly unit: "minutes" | "bytes" | "summaries" | "seats" | "requests";
	/** How many of what is recorded are one of what is shown. */
	readonly per: number;
	/** Whether it is what is there at a time, rather than what is used up. */
	readonly isLevel: boolean;
}

/** The meters, as plans, limits, bills and the API name them. */
export const PUBLIC_METERS = {
	meeting_minutes: { meter: "meetingMs", unit: "minutes", per: MINUTE_MS, isLevel: false },
	recording_storage_bytes: { meter: "storedBytes", unit: "bytes", per: 1, isLevel: true },
	transcription_minutes: { meter: "transcriptionMs", unit: "minutes", per: MINUTE_MS, isLevel: false },
	translation_minutes: { meter: "translationMs", unit: "minutes", per: MINUTE_MS, isLevel: false },
	ai_summaries: { meter: "summaries", unit: "summaries", per: 1, isLevel: false },
	seats: { meter: "seats", unit: "seats", per: 1, isLevel: true },
	api_requests: { meter: "apiRequests", unit: "requests", per: 1, isLevel: false },
} as const satisfies Readonly<Record<string, PublicMeterOf>>;

/** What one of each unit is called. */
export const SINGULAR = {
	minutes: "minute",
	bytes: "byte",
	summaries: "summary",
	seats: "seat",
	requests: "request",
} as const;

/** Name of a meter, as plans, limits, bills and the API name it. */
export type PublicMeter = keyof typeof PUBLIC_METERS;

/** Returns what was used of a meter as it is shown everywhere: minutes are rounded to whole ones, once. */
export const shownQuantity = (quantity: number): number => Math.round(quantity);

/** Returns how much of a limit is used, in percent with one decimal; null where there is no limit. */
export function percentOf(used: number, limit: number | null): number | null {
	if (limit === null) return null;
	return limit === 0 ? 100 : Math.round((1_000 * used) / limit) / 10;
}

/** Names of all meters. */
export const METER_NAMES = Object.keys(PUBLIC_METERS) as PublicMeter[];

/** Whether a name is that of a meter. */
export const isMeter = (name: string): name is PublicMeter => Object.hasOwn(PUBLIC_METERS, name);
