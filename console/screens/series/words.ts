import type { Language } from "../../i18n/define.ts";
import {
	type End,
	type FormRule,
	formOf,
	mostOf,
	type Position,
	type Recurring,
	WEEKDAYS,
	type Weekday,
} from "./rule.ts";

/** 2029-01-01 is a Monday. */
const MONDAY_MS = Date.UTC(2029, 0, 1, 12);
const DAY_MS = 86_400_000;

/** The name of a weekday. */
export const weekdayName = (language: string, day: Weekday, style: "long" | "short" = "long"): string =>
	new Intl.DateTimeFormat(language, { weekday: style, timeZone: "UTC" }).format(
		MONDAY_MS + WEEKDAYS.indexOf(day) * DAY_MS,
	);

/** A local day in words; the zone does not matter to it. @param day `2030-06-28` */
export const dayName = (tag: string, day: string, dateStyle: "medium" | "full" = "medium"): string =>
	new Intl.DateTimeFormat(tag, { dateStyle, timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));

/** What is said of a rule in one language. */
interface Words {
	readonly positions: Readonly<Record<Position, string>>;
	readonly daily: string;
	readonly weekly: (days: string) => string;
	readonly fortnightly: (days: string) => string;
	readonly monthly: (day: number) => string;
	readonly monthlyWeekday: (position: string, day: string) => string;
	readonly until: (day: string) => string;
	readonly times: (count: number) => string;
	readonly atMost: (count: number) => string;
	/** One that the form cannot express. */
	readonly custom: (rule: string) => string;
	/** The name of a weekday where it means all of them. */
	readonly each: (name: string) => string;
}

const same = (name: string): string => name;

const WORDS: Readonly<Record<Language, Words>> = {
	en: {
		positions: { 1: "first", 2: "second", 3: "third", 4: "fourth", [-1]: "last" },
		daily: "Every day",
		weekly: (days) => `Every ${days}`,
		fortnightly: (days) => `Every 2 weeks on ${days}`,
		monthly: (day) => `Every month on day ${day}`,
		monthlyWeekday: (position, day) => `Every month on the ${position} ${day}`,
		until: (day) => `until ${day}`,
		times: (count) => (count === 1 ? "once" : `${count} times`),
		atMost: (count) => `at most ${count}`,
		custom: (rule) => `By a rule of its own: ${rule}`,
		each: same,
	},
	es: {
		positions: { 1: "primer", 2: "segundo", 3: "tercer", 4: "cuarto", [-1]: "último" },
		daily: "Todos los días",
		weekly: (days) => `Todos los ${days}`,
		fortnightly: (days) => `Cada 2 semanas, los ${days}`,
		monthly: (day) => `Cada mes, el día ${day}`,
		monthlyWeekday: (position, day) => `Cada mes, el ${position} ${day}`,
		until: (day) => `hasta el ${day}`,
		times: (count) => (count === 1 ? "una vez" : `${count} veces`),
		atMost: (count) => `como máximo ${count}`,
		custom: (rule) => `Según una regla propia: ${rule}`,
		each: (name) => (name.endsWith("s") ? name : `${name}s`),
	},
	de: {
		positions: { 1: "ersten", 2: "zweiten", 3: "dritten", 4: "vierten", [-1]: "letzten" },
		daily: "Jeden Tag",
		weekly: (days) => `Jeden ${days}`,
		fortnightly: (days) => `Alle 2 Wochen am ${days}`,
		monthly: (day) => `Jeden Monat am ${day}.`,
		monthlyWeekday: (position, day) => `Jeden Monat am ${position} ${day}`,
		until: (day) => `bis ${day}`,
		times: (count) => `${count}-mal`,
		atMost: (count) => `höchstens ${count}`,
		custom: (rule) => `Nach eigener Regel: ${rule}`,
		each: same,
	},
};

/** The name of a position among the weekdays of a month. */
export const positionName = (language: Language, position: Position): string => WORDS[language].positions[position];

/** A rule of the form in words. @param tag of dates, such as `en-GB` */
export function wordsOfForm(form: FormRule, language: Language, tag: string): string {
	const words = WORDS[language];
	const names = form.weekdays.map((day) => words.each(weekdayName(language, day)));
	const days = new Intl.ListFormat(language).format(names);
	const often = {
		daily: () => words.daily,
		weekly: () => words.weekly(days),
		fortnightly: () => words.fortnightly(days),
		monthly: () => words.monthly(form.monthDay),
		monthlyWeekday: () => words.monthlyWeekday(words.positions[form.position], weekdayName(language, form.weekday)),
	}[form.repeats]();
	return [often, ...endInWords(form.end, words, tag)].join(", ");
}

const endInWords = (end: End, words: Words, tag: string): string[] =>
	end.ends === "never" ? [] : [end.ends === "date" ? words.until(dayName(tag, end.lastDay)) : words.times(end.count)];

/** When a series repeats, in words; a rule that the form cannot express stays as it is written. */
export function wordsOf(series: Recurring, language: Language, tag: string): string {
	const words = WORDS[language];
	const form = formOf(series);
	const most = mostOf(series);
	if (form) return [wordsOfForm(form, language, tag), ...(most === null ? [] : [words.atMost(most)])].join(", ");
	const end = series.until === null ? [] : [words.until(dayName(tag, series.until.slice(0, 10)))];
	return [words.custom(series.rule), ...end].join(", ");
}

/** A start as the clocks of a zone show it, with what they are called then: summer time is seen. */
export const startName = (tag: string, instant: string, timeZone: string): string =>
	new Intl.DateTimeFormat(tag, {
		weekday: "short",
		day: "numeric",
		month: "short",
		year: "numeric",
		hour: "numeric",
		minute: "2-digit",
		timeZoneName: "short",
		timeZone,
	}).format(new Date(instant));
