import type { components } from "#client";
import { digitsOf } from "../../i18n/format.ts";
import type { Values } from "../../ui/form.tsx";

export type Plan = components["schemas"]["SubscriptionPlan"];
export type Patch = components["schemas"]["UpdatePlanRequestBody"];

export const PERIODS = ["month", "year"] as const;
export const PRICES = ["baseMinor", "perSeatMinor"] as const;
export type Limit = keyof Plan["limits"];
export type Meter = keyof Plan["overage"];

const GIB = 1024 ** 3;
/** What one of the shown units is in the API. */
const unitOf = (limit: Limit) => (limit === "recording_storage_bytes" ? GIB : 1);

export const limitsOf = (plan: Plan) => Object.keys(plan.limits) as Limit[];
export const metersOf = (plan: Plan) => Object.keys(plan.overage) as Meter[];

/** Returns what the controls show: of members that are no text. Controls are named as the pointer of their member. */
export function shownOf(plan: Plan) {
	const { currency, prices, limits, overage } = plan;
	const money = (minor: number | undefined) =>
		minor === undefined ? "" : (minor / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));
	return {
		price: (period: (typeof PERIODS)[number], part: (typeof PRICES)[number]) => money(prices[period][part]),
		limit: (name: Limit) => String((limits[name] ?? Number.NaN) / unitOf(name)).replace("NaN", ""),
		per: (meter: Meter) => String(overage[meter]?.per ?? ""),
		amount: (meter: Meter) => money(overage[meter]?.amountMinor),
	};
}

/** Returns what differs from the plan as it was read; prices, limits and the like are sent as a whole. */
export function patchOf(plan: Plan, flags: readonly string[], values: Values): Patch {
	const { name = "", description = "", currency = "" } = values;
	const number = (control: string, scale = 1) =>
		values[control] === "" ? null : Math.round(Number(values[control]) * scale);
	const minor = (control: string) => number(control, 10 ** digitsOf(currency));
	const each = <K extends string, V>(names: readonly K[], toValue: (name: K) => V) =>
		Object.fromEntries(names.map((member) => [member, toValue(member)])) as Record<K, V>;
	const isIncluded = (flag: string) => `features/${flag}` in values;
	const next = {
		name,
		description,
		currency,
		prices: each(PERIODS, (period) => each(PRICES, (part) => minor(`prices/${period}/${part}`))),
		includedSeats: number("includedSeats"),
		trialDays: number("trialDays"),
		isPublic: "isPublic" in values,
		lacks: [
			...plan.lacks.filter((flag) => !isIncluded(flag)),
			...flags.filter((flag) => !plan.lacks.includes(flag) && !isIncluded(flag)),
		],
		limits: each(limitsOf(plan), (limit) => number(`limits/${limit}`, unitOf(limit))),
		overage: each(metersOf(plan), (meter) => {
			const price = { per: number(`overage/${meter}/per`), amountMinor: minor(`overage/${meter}/amountMinor`) };
			return price.per === null && price.amountMinor === null ? null : price;
		}),
	};
	return Object.fromEntries(
		Object.entries(next).filter(([member, value]) => !isSame(plan[member as keyof Plan], value)),
	) as Patch;
}

/** Whether two values are the same, whatever the order of their members. */
function isSame(one: unknown, other: unknown): boolean {
	if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
	const members = Object.entries(one);
	return (
		members.length === Object.keys(other).length &&
		members.every(([name, value]) => isSame(value, (other as Record<string, unknown>)[name]))
	);
}

/** Takes back every change of a plan. */
export const AS_BUILT_IN = {
	name: null,
	description: null,
	currency: null,
	prices: null,
	includedSeats: null,
	trialDays: null,
	isPublic: null,
	lacks: null,
	limits: null,
	overage: null,
} satisfies { [K in keyof Required<Patch>]: null };
