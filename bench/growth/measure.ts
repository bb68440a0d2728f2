import { type Call, type Case, nameOf } from "./case.ts";
import { type LoopWatch, letLoopTurn } from "./stalls.ts";
import type { Subject } from "./subject.ts";

/** What was measured of a case. */
export interface Measurement {
	/** Median of the rounds, processor time of one call in µs. */
	readonly micros: number;
	readonly calls: number;
	/** Rows of the page, where the response has any: the same at every size, or the times do not compare. */
	readonly rows: number | null;
}

const ROUNDS = 5;
/** Processor time of a round, in µs. */
const ROUND_MICROS = 50_000;
/** Time on the clock after which a case is left with the rounds it has, in ms. */
const PATIENCE_MS = 8_000;
const IN_FLIGHT = 16;

/** Measures a case: warms it up, then runs rounds of as many calls as take long enough. */
export async function measure(subject: Subject, each: Case, loop: LoopWatch): Promise<Measurement> {
	const most = each.most ?? 400;
	const startedMs = performance.now();
	// Not observed: what is loaded on demand is loaded by the first calls.
	const first = await round(subject, each, null, Math.min(4, most));
	let { micros } = first;
	const { rows } = first;
	let count = Math.min(4, most);
	if (micros < ROUND_MICROS) {
		const warmUp = Math.min(most, Math.max(4, Math.ceil(ROUND_MICROS / micros)));
		({ micros } = await round(subject, each, loop, warmUp));
		count = Math.min(most, Math.max(4, Math.ceil(ROUND_MICROS / micros)));
	} else count = 1;
	const measured: number[] = [];
	let calls = 0;
	while (measured.length < ROUNDS && (measured.length === 0 || performance.now() - startedMs < PATIENCE_MS)) {
		measured.push((await round(subject, each, loop, count)).micros);
		calls += count;
	}
	measured.sort((a, b) => a - b);
	return { micros: measured[measured.length >> 1] ?? Number.NaN, calls, rows };
}

/** Makes `count` calls, many at once where they write, and returns the processor time of one. */
async function round(
	subject: Subject,
	each: Case,
	loop: LoopWatch | null,
	count: number,
): Promise<{ micros: number; rows: number | null }> {
	await loop?.observe(null);
	const calls = await each.calls(subject, count);
	if (calls.length === 0) throw new Error(`${nameOf(each)}: no calls were prepared`);
	const isRead = calls.every(({ method }) => method === "GET");
	await loop?.observe(nameOf(each));
	let turnedMs = performance.now();
	let last = "";
	const before = process.cpuUsage();
	for (let n = 0; n < calls.length; n += isRead ? 1 : IN_FLIGHT) {
		const wave = isRead ? calls.slice(n, n + 1) : calls.slice(n, n + IN_FLIGHT);
		const texts = await Promise.all(wave.map((call) => answer(subject, each, call)));
		last = texts[0] ?? "";
		if (performance.now() - turnedMs < 1) continue;
		await letLoopTurn();
		turnedMs = performance.now();
	}
	const used = process.cpuUsage(before);
	await letLoopTurn();
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
