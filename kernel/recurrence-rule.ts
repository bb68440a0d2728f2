import { invalidMember } from "./field-errors.ts";
import { type Message, text } from "./texts.ts";

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY"] as const;
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const PARTS = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL"] as const;

type Frequency = (typeof FREQUENCIES)[number];
type Part = (typeof PARTS)[number];

/** Parts of a rule by their names, as far as it has them. */
type Parts = Partial<Record<Part, string>>;

/** A rule as it is expanded. */
export interface RuleParts {
	readonly frequency: Frequency;
	readonly interval: number;
	readonly byDay: readonly string[];
	readonly byMonthDay: readonly number[];
	readonly bySetPos: readonly number[];
	readonly weekStart: string;
	readonly count: number | undefined;
	/** As RFC 5545 writes it: `20261218T220000Z`, `20261218T220000`, `20261218`. */
	readonly until: string | undefined;
}

/** Longest rule, in characters: that of a month by all its days has some 250. */
const MOST_CHARACTERS = 500;
/** Most periods between two occurrences. */
const MOST_INTERVAL = 1_000;
/** Most occurrences that a rule counts. */
const MOST_COUNT = 2_000;

/**
 * Checks a recurrence rule (RFC 5545, section 3.3.10) and returns it in its normal form: upper case, parts in one order, without those
 * that say what is so anyway.
 * @throws `validation_failed` naming `path`
 */
export function parseRule(rule: string, path: string): string {
	const refuse = (message: Message, code = "invalid_format") => invalidMember(path, code, message);
	const parts = partsOf(rule, refuse);
	const { frequency, interval, byDay, byMonthDay, bySetPos, weekStart } = check(parts, refuse);
	return [
		`FREQ=${frequency}`,
		interval === 1 ? "" : `INTERVAL=${interval}`,
		byDay.length === 0 ? "" : `BYDAY=${byDay}`,
		byMonthDay.length === 0 ? "" : `BYMONTHDAY=${byMonthDay}`,
		bySetPos.length === 0 ? "" : `BYSETPOS=${bySetPos}`,
		weekStart === "MO" ? "" : `WKST=${weekStart}`,
		parts.COUNT === undefined ? "" : `COUNT=${Number(parts.COUNT)}`,
		parts.UNTIL === undefined ? "" : `UNTIL=${parts.UNTIL}`,
	]
		.filter((part) => part !== "")
		.join(";");
}

/** Returns the parts of a rule. @throws `validation_failed` naming `/rule` if it was not checked by {@link parseRule} */
export function readRule(rule: string): RuleParts {
	const refuse = (message: Message, code = "invalid_format") => invalidMember("/rule", code, message);
	return check(partsOf(rule, refuse), refuse);
}

type Refuse = (message: Message, code?: string) => Error;

function partsOf(rule: string, refuse: Refuse): Parts {
	if (rule.length > MOST_CHARACTERS)
		throw refuse(text("must have at most {most} characters", { most: MOST_CHARACTERS }), "too_long");
	const parts: Parts = {};
	for (const part of rule.toUpperCase().split(";")) {
		const [, name = "", value = ""] = /^([A-Z-]+)=([A-Z0-9,+-]+)$/.exec(part) ?? [];
		if (name === "")
			throw refuse("must be a recurrence rule (RFC 5545) without its name, such as FREQ=WEEKLY;BYDAY=MO,WE");
		if (!isPart(name))
			throw refuse(text("must not have {name}: supported are {supported}", { name, supported: PARTS }), "not_allowed");
		if (parts[name] !== undefined) throw refuse(text("must have {name} only once", { name }), "duplicate");
		parts[name] = value;
	}
	return parts;
}

const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name);

function check(parts: Parts, refuse: Refuse): RuleParts {
	const frequency = FREQUENCIES.find((each) => each === parts.FREQ);
	if (!frequency)
		throw refuse(text("must have {name}, which is one of {supported}", { name: "FREQ", supported: FREQUENCIES }));
	const whole = (name: "INTERVAL" | "COUNT", maximum: number) => {
		const value = parts[name];
		if (value === undefined || (/^\d{1,9}$/.test(value) && Number(value) >= 1 && Number(value) <= maximum))
			return value === undefined ? undefined : Number(value);
		throw refuse(text("must have {name} from 1 to {maximum}", { name, maximum }), "out_of_range");
	};
	const interval = whole("INTERVAL", MOST_INTERVAL) ?? 1;
	const count = whole("COUNT", MOST_COUNT);
	if (count !== undefined && parts.UNTIL !== undefined)
		throw refuse("must not have both COUNT and UNTIL", "not_allowed");
	const until = parts.UNTIL;
	if (until !== undefined && !isUntil(until))
		throw refuse("must have an UNTIL such as 20261218T220000Z, or 20261218 for the whole day");
	const weekStart = parts.WKST ?? "MO";
	if (!isWeekday(weekStart))
		throw refuse(text("must have {name}, which is one of {supported}", { name: "WKST", supported: WEEKDAYS }));

	const byDay = items(parts.BYDAY?.replaceAll("+", ""));
	if (!byDay.every((day) => /^(?:-?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(day)))
		throw refuse(
			"must have weekdays in BYDAY, such as MO,WE, or 1MO and -1FR for the first Monday and the last Friday of a month",
		);
	if (frequency !== "MONTHLY" && byDay.some((day) => !isWeekday(day)))
		throw refuse("must have BYDAY without numbers unless FREQ is MONTHLY", "not_allowed");
	const byMonthDay = numbers(parts.BYMONTHDAY, "BYMONTHDAY", refuse);
	if (frequency === "WEEKLY" && byMonthDay.length > 0)
		throw refuse("must not have BYMONTHDAY if FREQ is WEEKLY", "not_allowed");
	const bySetPos = numbers(parts.BYSETPOS, "BYSETPOS", refuse);
	if (bySetPos.length > 0 && byDay.length === 0 && byMonthDay.length === 0)
		throw refuse("must have BYDAY or BYMONTHDAY if it has BYSETPOS");
	const most = daysOfPeriod(frequency, byDay, byMonthDay);
	const beyond = bySetPos.find((position) => Math.abs(position) > most);
	if (beyond !== undefined)
		throw refuse(
			text("must have no BYSETPOS of {position}: the other parts choose at most {most} days of a period", {
				position: beyond,
				most,
			}),
			"out_of_range",
		);
	return {
		frequency,
		interval,
		byDay,
		byMonthDay,
		bySetPos: most === 1 ? [] : bySetPos, // the first and the last of one is that one
		weekStart,
		count,
		until,
	};
}

const isWeekday = (day: string) => (WEEKDAYS as readonly string[]).includes(day);

const items = (list: string | undefined) => [...new Set(list?.split(","))];

function numbers(list: string | undefined, name: "BYMONTHDAY" | "BYSETPOS", refuse: Refuse): number[] {
	return [...new Set(items(list).map((item) => (/^[+-]?\d{1,2}$/.test(item) ? Number(item) : 0)))].map((value) => {
		if (value !== 0 && Math.abs(value) <= 31) return value;
		throw refuse(text("must have numbers from 1 to 31, or from -31 to -1, in {name}", { name }), "out_of_range");
	});
}

/** Returns how many days of one period the parts choose, at most. */
function daysOfPeriod(frequency: Frequency, byDay: readonly string[], byMonthDay: readonly number[]): number {
	if (frequency === "DAILY") return 1;
	if (frequency === "WEEKLY") return Math.max(1, byDay.length);
	const ofByDay = byDay.reduce((days, day) => days + (isWeekday(day) ? 5 : 1), 0);
	return Math.min(31, ofByDay || 31, byMonthDay.length || 31);
}

const UNTIL = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/;

function isUntil(raw: string): boolean {
	const [, year, month, day] = UNTIL.exec(raw) ?? [];
	return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}
