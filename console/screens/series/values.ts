import type { components } from "#client";
import { chosenOf } from "../../ui/checks.tsx";
import type { Values } from "../../ui/form.tsx";
import { speechOf, speechPatch } from "../meetings/speech.ts";
import {
	changeOfRule,
	type End,
	type FormRule,
	POSITIONS,
	REPEATS,
	ruleOf,
	WEEKDAYS,
	weekdayOf,
	weeklyFrom,
} from "./rule.ts";

export type SeriesData = components["schemas"]["Series"];
export type NewSeries = components["schemas"]["CreateSeriesRequestBody"];
type SeriesChange = components["schemas"]["UpdateSeriesRequestBody"];

/** Which link guests have; `usual`: none. */
export type Guests = "usual" | "shared" | "each";

/** Returns the rule of the form; null: it does not repeat, or stays as it is. @param startsAt local date and time of the first */
export function formRuleOf(values: Values, startsAt: string): FormRule | null {
	const repeats = REPEATS.find((each) => each === values.repeats);
	if (repeats === undefined) return null;
	const chosen = chosenOf(values, "weekdays");
	const weekdays = WEEKDAYS.filter((day) => chosen.includes(day));
	const usual = weeklyFrom(startsAt);
	return {
		repeats,
		weekdays: weekdays.length > 0 ? weekdays : [weekdayOf(startsAt)],
		monthDay: Number(values.monthDay || usual.monthDay),
		position: POSITIONS.find((each) => String(each) === values.position) ?? usual.position,
		weekday: WEEKDAYS.find((each) => each === values.weekday) ?? usual.weekday,
		end: endOf(values),
	};
}

function endOf({ ends, lastDay, count }: Values): End {
	if (ends === "date" && lastDay) return { ends, lastDay };
	if (ends === "count" && Number(count) > 0) return { ends, count: Number(count) };
	return { ends: "never" };
}

/** What a choice of the link of guests sets in a new series. */
const OF_GUESTS = {
	usual: {},
	shared: { access: "link", joinCode: "shared" },
	each: { access: "link", joinCode: "each" },
} as const satisfies Record<Guests, SeriesChange>;

const guestsIn = ({ guests }: Values): Guests => (guests === "shared" || guests === "each" ? guests : "usual");

/** Which link the guests of a series have; `usual`: none. */
export const guestsOf = ({ access, joinCode }: Pick<SeriesData, "access" | "joinCode">): Guests =>
	access === "link" ? joinCode : "usual";

/** Returns a new series as the API takes it; null if the meeting does not repeat. */
export function newSeriesOf(values: Values): NewSeries | null {
	const { title = "", start = "", timezone = "", durationMinutes } = values;
	const form = formRuleOf(values, start);
	if (form === null) return null;
	const { rule, until } = ruleOf(form);
	return {
		title,
		rule,
		startsAt: start,
		...(timezone && { timezone }),
		...(until !== null && { until }),
		...(durationMinutes && { durationMinutes: Number(durationMinutes) }),
		...OF_GUESTS[guestsIn(values)],
		...speechOf(values),
	};
}

/**
 * Returns what differs from a series.
 * @param startsAt local date and time, without seconds, of the first meeting that is changed
 */
export function changeOf(series: SeriesData, values: Values, startsAt: string): SeriesChange {
	const { title = "", start = "", timezone = "", durationMinutes } = values;
	const form = formRuleOf(values, start || startsAt);
	const guests = guestsIn(values);
	return {
		...(title !== series.title && { title }),
		...(form && changeOfRule(series, form)),
		...(start && start !== startsAt && { startsAt: start }),
		...(timezone && timezone !== series.timezone && { timezone }),
		...(durationMinutes &&
			Number(durationMinutes) !== series.durationMinutes && {
				durationMinutes: Number(durationMinutes),
			}),
		...speechPatch(series, values),
		...(guests !== guestsOf(series) && (guests === "usual" ? { access: null, joinCode: null } : OF_GUESTS[guests])),
	};
}
