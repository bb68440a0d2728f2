import { type Call, type Case, nameOf } from "./case.ts";
import { type LoopWatch, letLoopTurn } from "./stalls.ts";
import type { Subject } from "./subject.ts";

/** One round of a case. */
export interface Round {
	/** Processor time of one call, in µs. */
	readonly micros: number;
	/** Rows of the page, where the response has any: the same at every size, or the times do not compare. */
	readonly rows: number | null;
}

/** Processor time of a round, in µs. */
const ROUND_MICROS = 30_000;
const IN_FLIGHT = 16;

/** Makes the first calls of a case, until they are as fast as they get; returns how many make a round. */
export async function warmUp(subject: Subject, each: Case, loop: LoopWatch): Promise<number> {
	const most = each.most ?? 400;
	const few = Math.min(4, most);
	// Not observed: what is loaded on demand is loaded by the first calls.
	const first = await runRound(subject, each, few, null);
	if (first.micros > ROUND_MICROS) return 1;
	const countOf = ({ micros }: Round) => Math.min(most, Math.max(few, Math.ceil(ROUND_MICROS / micros)));
	return countOf(await runRound(subject, each, countOf(first), loop));
}

/** Makes `count` calls, many at once where they write, and measures them. @param loop null: not observed */
export async function runRound(subject: Subject, each: Case, count: number, loop: LoopWatch | null): Promise<Round> {
	const calls = await each.calls(subject, count);
	if (calls.length === 0) throw new Error(`${nameOf(each)}: no calls were prepared`);
	const inFlight = calls.every(({ method }) => method === "GET") ? 1 : IN_FLIGHT;
	await loop?.observe(true);
	let turnedMs = performance.now();
	let last = "";
	const before = process.cpuUsage();
	for (let n = 0; n < calls.length; n += inFlight) {
		const texts = await Promise.all(calls.slice(n, n + inFlight).map((call) => answer(subject, each, call)));
		last = texts[0] ?? "";
		if (performance.now() - turnedMs < 1) continue;
		await letLoopTurn();
		turnedMs = performance.now();
	}
	const used = process.cpuUsage(before);
	await loop?.observe(false);
	return { micros: (used.user + used.system) / calls.length, rows: rowsOf(last) };
}

async function answer(subject: Subject, each: Case, call: Call): Promise<string> {
	const response = await subject.send(call);
	const text = await response.text();
	const isExpected = each.status === undefined ? response.status < 400 : response.status === each.status;
	if (!isExpected) throw new Error(`${nameOf(each)}: ${call.method} ${call.path}: ${response.status} ${text}`);
	return text;
}

function rowsOf(text: string): number | null {
	if (!text.startsWith("{")) return null;
	const body: unknown = JSON.parse(text);
	return typeof body === "object" && body !== null && "data" in body && Array.isArray(body.data)
		? body.data.length
		: null;
}
