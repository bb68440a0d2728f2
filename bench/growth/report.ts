import { SIZES, type SizeName } from "../../scripts/grow/plan.ts";
import { figures, table } from "../support/report.ts";
import type { Bytes } from "./bytes.ts";
import { findCase } from "./cases.ts";
import type { Comparison } from "./compare.ts";
import type { Measured } from "./results.ts";

/** How many times as much an operation may cost on the large database as on the small one. */
const GOAL = 1.5;
/** How many times as much a request may cost with 50,000 tokens in turn as with 1,000. */
const TOKENS_GOAL = 2;
/** Longest time for which one thing may keep the event loop busy, in ms. */
const STALL_GOAL_MS = 20;

const NAMES = Object.keys(SIZES) as SizeName[];

/** Prints the table and the figures. @returns whether all goals are met */
export function report({ comparisons, tokens, tokenStalls, bytes }: Measured): boolean {
	const all = Object.values(comparisons);
	table(
		["operation", ...NAMES.map((size) => `${size} µs`), "large ÷ small", ""],
		all.map((each) => [
			each.name,
			...NAMES.map((size) => shown(each.micros[size])),
			shown(each.ratio),
			noteOf(each).join(", "),
		]),
	);
	for (const [count, micros] of Object.entries(tokens))
		process.stdout.write(`${count} tokens in turn: ${micros.toFixed(1)} µs\n`);
	if (bytes) reportBytes(bytes);
	for (const { name, failures } of all)
		for (const failure of failures) process.stdout.write(`failed: ${name}: ${failure}\n`);

	const bound = all.filter((each) => Number.isFinite(each.ratio) && isBound(each));
	const worst = [...bound].sort((a, b) => b.ratio - a.ratio)[0];
	const stalls = [
		...all,
		...Object.entries(tokenStalls).map(([count, stallMs]) => ({
			name: `${count} tokens`,
			stallMs,
			stalledAt: "large",
		})),
	].sort((a, b) => b.stallMs - a.stallMs);
	const [longest] = stalls;
	if (longest)
		process.stdout.write(`longest stall: ${longest.stallMs.toFixed(1)} ms, ${longest.name} (${longest.stalledAt})\n`);
	const tokensRatio = (tokens["50000"] ?? Number.NaN) / (tokens["1000"] ?? Number.NaN);
	const failures = all.filter((each) => each.failures.length > 0).length;
	figures("growth", {
		worst: worst?.name ?? "nothing",
		ratio: worst?.ratio ?? Number.NaN,
		beyond: bound.filter(({ ratio }) => ratio > GOAL).length,
		tokens50k: tokensRatio,
		stall_ms: longest?.stallMs ?? Number.NaN,
		failures,
	});
	return (
		failures === 0 &&
		!((worst?.ratio ?? 0) > GOAL) &&
		!(tokensRatio > TOKENS_GOAL) &&
		!((longest?.stallMs ?? 0) > STALL_GOAL_MS)
	);
}

const shown = (value: number | null | undefined): string | number =>
	typeof value === "number" && Number.isFinite(value) ? value : "–";

/** Whether the goal for the ratio is valid for a case: it is not fast enough at any size. */
const isBound = ({ name, micros }: Comparison): boolean =>
	Math.max(...Object.values(micros)) > (findCase(name)?.enoughMicros ?? 0);

/** Says what is to be known about a row: that it is beyond the goal, may grow, does not compare, or stalls the loop. */
function noteOf(comparison: Comparison): string[] {
	const { ratio, rows, stallMs } = comparison;
	const notes: string[] = [];
	if (ratio > GOAL) notes.push(isBound(comparison) ? "beyond" : "grows, and is fast enough");
	if (new Set(rows).size > 1) notes.push(`${rows.join(" · ")} rows`);
	if (stallMs > STALL_GOAL_MS) notes.push(`stall ${stallMs.toFixed(0)} ms`);
	return notes;
}

function reportBytes({ total, ...each }: Bytes): void {
	const parts = Object.entries(each).map(([name, bytes]) => `${name} ${bytes.toFixed(0)}`);
	process.stdout.write(`bytes, with indexes: ${parts.join(" · ")}; all ${(total / 2 ** 20).toFixed(0)} MiB\n`);
}
