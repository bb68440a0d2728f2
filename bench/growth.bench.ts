import { join } from "node:path";
import { parseArgs } from "node:util";
import { SIZES, type SizeName } from "../scripts/grow/plan.ts";
import type { Bytes } from "./growth/bytes.ts";
import { type CaseName, findCase } from "./growth/cases.ts";
import { type Copy, copyOf } from "./growth/databases.ts";
import { type Line, Results } from "./growth/results.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"every operation of the API at three sizes of the database (--only, --size, --resume, --postgres URL, --json)";
/** Required tools. */
export const needs: readonly Tool[] = [];

/** How many times as much an operation may cost on the large database as on the small one. */
const GOAL = 1.5;
/** How many times as much a request may cost with 50,000 tokens in turn as with 1,000. */
const TOKENS_GOAL = 2;
/** Longest time for which one thing may keep the event loop busy, in ms. */
const STALL_GOAL_MS = 20;

const NAMES = Object.keys(SIZES) as SizeName[];

/**
 * Measures everything, one size after the other, each on a copy of its database, which is made once. What was measured is
 * kept, so that `--resume` continues a run that was interrupted. On Postgres it is the processor time of the product alone.
 */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			only: { type: "string" },
			size: { type: "string" },
			resume: { type: "boolean" },
			json: { type: "boolean" },
			postgres: { type: "string" },
		},
	});
	const sizes = NAMES.filter((name) => values.size === undefined || name === values.size);
	const results = new Results(
		values.postgres === undefined ? "sqlite" : "postgres",
		values.resume === true || values.only !== undefined || values.size !== undefined,
	);
	for (const size of sizes) {
		const copy = await copyOf(size, values.postgres);
		try {
			await measureOn(copy, size, results, { only: values.only, isResumed: values.resume === true });
		} finally {
			await copy.drop();
		}
	}
	if (values.json) process.stdout.write(`${JSON.stringify(results.all)}\n`);
	else report(results, values.only);
}

/** Measures in a process of its own: what one size leaves in memory must not cost the next one anything. */
async function measureOn(
	{ url }: Copy,
	size: SizeName,
	results: Results,
	{ only, isResumed }: { readonly only: string | undefined; readonly isResumed: boolean },
): Promise<void> {
	const child = Bun.spawn([process.execPath, join(import.meta.dir, "servers/growth.ts")], {
		env: {
			...process.env,
			NODE_ENV: "production",
			DATABASE_URL: url,
			...(only !== undefined && { ONLY: only }),
			SKIP: isResumed ? results.namesOf(size).join("\n") : "",
		},
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	let waiting = "";
	for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
		const lines = (waiting + text).split("\n");
		waiting = lines.pop() ?? "";
		for (const line of lines) {
			const found = JSON.parse(line) as Line;
			results.add(size, found);
			process.stderr.write(`${size.padEnd(7)} ${found.name}${found.failure ? `: ${found.failure}` : ""}\n`);
		}
	}
	if ((await child.exited) !== 0) throw new Error(`the measurement at the size ${size} failed`);
}

function report(results: Results, only: string | undefined): void {
	const rows = results.names.flatMap((name): Row[] => {
		if (name === "bytes" || (only !== undefined && !name.includes(only))) return [];
		const [small, medium, large] = NAMES.map((size) => results.of(size, name));
		const micros = [small, medium, large].map((line) => line?.micros ?? Number.NaN);
		const ratio = (micros[2] ?? Number.NaN) / (micros[0] ?? Number.NaN);
		return [{ name, micros, ratio, note: noteOf(name, ratio, [small, medium, large]) }];
	});
	table(
		["operation", "small µs", "medium µs", "large µs", "large ÷ small", ""],
		rows.map(({ name, micros, ratio, note }) => [name, ...micros.map(shown), shown(ratio), note]),
	);
	const bytes = results.of("large", "bytes")?.bytes;
	if (bytes) reportBytes(bytes);
	const bound = rows.filter(({ name, ratio }) => Number.isFinite(ratio) && findCase(name)?.grows === undefined);
	const worst = bound.reduce((most, row) => (row.ratio > most.ratio ? row : most), bound[0] ?? { name: "-", ratio: 0 });
	const tokens = (count: number) => results.of("large", `tokens ${count}`)?.micros ?? Number.NaN;
	const stalls = results.stalls.filter(({ name }) => findCase(name)?.grows === undefined);
	const longest = stalls[0];
	const broken = results.failures;
	for (const failure of broken) process.stdout.write(`${failure}\n`);
	if (longest)
		process.stdout.write(`longest stall: ${longest.stallMs.toFixed(0)} ms, ${longest.name} (${longest.size})\n`);
	process.stdout.write(`worst: ${worst.name}\n`);
	figures("growth", {
		ratio: worst.ratio,
		beyond: bound.filter(({ ratio }) => ratio > GOAL).length,
		tokens50k: tokens(50_000) / tokens(1_000),
		stall_ms: longest?.stallMs ?? 0,
		failures: broken.length,
	});
	const isMet =
		broken.length === 0 &&
		worst.ratio <= GOAL &&
		!(tokens(50_000) / tokens(1_000) > TOKENS_GOAL) &&
		(longest?.stallMs ?? 0) <= STALL_GOAL_MS;
	if (!isMet) process.exitCode = 1;
}

interface Row {
	readonly name: CaseName;
	readonly micros: readonly number[];
	readonly ratio: number;
	readonly note: string;
}

const shown = (value: number): string | number => (Number.isFinite(value) ? value : "–");

/** Says what is to be known about a row: that it is beyond the goal, may grow, or does not compare. */
function noteOf(name: CaseName, ratio: number, lines: readonly (Line | undefined)[]): string {
	const known = lines.flatMap((line) => line?.rows ?? []);
	const notes: string[] = [];
	const grows = findCase(name)?.grows;
	if (grows !== undefined) notes.push(`may grow: ${grows}`);
	else if (ratio > GOAL) notes.push("beyond");
	if (new Set(known).size > 1) notes.push(`${known.join(" · ")} rows`);
	const stallMs = Math.max(0, ...lines.map((line) => line?.stallMs ?? 0));
	if (stallMs > STALL_GOAL_MS) notes.push(`stall ${stallMs.toFixed(0)} ms`);
	return notes.join(", ");
}

function reportBytes({ total, ...each }: Bytes): void {
	const parts = Object.entries(each).map(([name, bytes]) => `${name} ${bytes.toFixed(0)}`);
	process.stdout.write(`bytes, with indexes: ${parts.join(" · ")}; all ${(total / 2 ** 20).toFixed(0)} MiB\n`);
}
