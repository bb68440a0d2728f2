import { isJsonObject, type JsonObject } from "#kernel/json";
import { normalize } from "./phrases.ts";
import type { SpokenSegment } from "./ports.ts";
import type { NumberedSegments } from "./prompt.ts";
import type { Template } from "./templates.ts";

/** A statement of a model, and the segments that it is taken from: at least one. */
export interface Claim {
	readonly text: string;
	/** Numbers of the segments, in order. */
	readonly numbers: readonly number[];
}

/** Something to do, as a model says it. */
export interface ActionClaim extends Claim {
	readonly owner: string | null;
	readonly due: string | null;
}

/** What a model says of a conversation. */
export interface Claims {
	readonly overview: readonly Claim[];
	readonly keyPoints: readonly Claim[];
	readonly decisions: readonly Claim[];
	readonly questions: readonly Claim[];
	readonly actionItems: readonly ActionClaim[];
	readonly keywords: readonly string[];
}

/** Longest statement, in characters. */
const MAX_TEXT = 500;
const MAX_NAME = 128;
const MAX_KEYWORD = 60;
/** Most segments that a statement names. */
const MAX_CITED = 12;
/** More members than an honest answer has: what comes later is not looked at. */
const MAX_READ = 200;

/**
 * Reads the answer of a model. Nothing of it is taken on trust: statements without a segment that there is, or with an
 * address that no such segment has, are left out, markup is removed, and every list and text has an end.
 */
export function readClaims(answer: JsonObject, segments: NumberedSegments, { most }: Template): Claims {
	const claims = (name: string, limit: number) =>
		membersOf(answer[name])
			.flatMap((value) => readClaim(value, segments) ?? [])
			.slice(0, limit);
	return {
		overview: claims("overview", most.overview),
		keyPoints: claims("keyPoints", most.keyPoints),
		decisions: claims("decisions", most.decisions),
		questions: claims("questions", most.questions),
		actionItems: membersOf(answer.actionItems)
			.flatMap((value) => readAction(value, segments) ?? [])
			.slice(0, most.actionItems),
		keywords: membersOf(answer.keywords)
			.flatMap((value) => plainText(value, MAX_KEYWORD) ?? [])
			.filter((keyword) => keyword.search(ADDRESS) < 0)
			.slice(0, most.keywords),
	};
}

/** Whether a model said nothing that counts. */
export const isEmpty = ({ keywords: _, ...claims }: Claims): boolean =>
	Object.values(claims).every((each) => each.length === 0);

const membersOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_READ) : []);

function readClaim(value: unknown, segments: NumberedSegments): Claim | undefined {
	if (!isJsonObject(value)) return undefined;
	const text = plainText(value.text, MAX_TEXT);
	const numbers = readNumbers(value.segments, segments);
	if (text === undefined || numbers.length === 0) return undefined;
	return hasForeignAddress(text, citedText(numbers, segments)) ? undefined : { text, numbers };
}

function readAction(value: unknown, segments: NumberedSegments): ActionClaim | undefined {
	const claim = readClaim(value, segments);
	if (claim === undefined || !isJsonObject(value)) return undefined;
	return { ...claim, owner: plainText(value.owner, MAX_NAME) ?? null, due: plainText(value.due, MAX_NAME) ?? null };
}

/** Returns the numbers that there are segments for, also those written as texts. */
function readNumbers(value: unknown, segments: NumberedSegments): readonly number[] {
	const numbers = membersOf(value).map((each) =>
		typeof each === "string" ? Number(each.replace(/^\[|\]$/g, "")) : each,
	);
	const known = numbers.filter((each): each is number => typeof each === "number" && segments.has(each));
	return [...new Set(known)].slice(0, MAX_CITED).sort((a, b) => a - b);
}

const MARKUP = /<[a-z/!?][^>]*>?/gi;
/** Characters that are not seen, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Returns a value as a plain text; undefined if it is not one, or empty. */
function plainText(value: unknown, longest: number): string | undefined {
	if (typeof value !== "string") return undefined;
	// Four times as long, so that markup at its beginning does not empty it.
	const text = normalize(
		value
			.slice(0, longest * 4)
			.replace(MARKUP, " ")
			.replace(UNSEEN, " "),
	);
	const clipped = text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
	return clipped === "" ? undefined : clipped;
}

const ADDRESS = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|javascript:|data:|mailto:)[^\s)\]"']*/gi;

/** Whether a text has an address of the web that was not said. */
const hasForeignAddress = (text: string, said: string): boolean =>
	(text.match(ADDRESS) ?? []).some((address) => !said.includes(address.toLowerCase()));

/** Returns what the cited segments say, lower case. */
export const citedText = (numbers: readonly number[], segments: NumberedSegments): string =>
	citedSegments(numbers, segments)
		.map(({ text }) => normalize(text).toLowerCase())
		.join(" ");

/** Returns the segments with these numbers. */
export const citedSegments = (numbers: readonly number[], segments: NumberedSegments): readonly SpokenSegment[] =>
	numbers.flatMap((number) => segments.get(number) ?? []);
