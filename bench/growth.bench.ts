import { parseArgs } from "node:util";
import { SIZES, type SizeName } from "../scripts/grow/plan.ts";
import { nameOf } from "./growth/case.ts";
import { CASES } from "./growth/cases.ts";
import { compare } from "./growth/compare.ts";
import { report } from "./growth/report.ts";
import { Results } from "./growth/results.ts";
import { TOKEN_SETS } from "./growth/tokens.ts";
import { Worker } from "./growth/worker.ts";
import { OptionError } from "./support/options.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "every operation of the API at three sizes of the database";
/** Required tools. */
export const needs: readonly Tool[] = [];

/** Options shown by `bun run bench growth --help`. */
export const usage = `Processor time of every operation of the API on a small, a medium and a large database, in turn; they are grown once and
kept in the system's temporary folder. Fails when an operation is not measured, or a goal is missed.

  --only TEXT      what has TEXT in its name, such as listMembers, tokens or bytes
  --sizes A,B      of ${Object.keys(SIZES).join(", ")}; default: all
  --resume         what an interrupted run has measured is not measured again
  --postgres URL   on databases kept on this server; the time is that of the product alone
  --json           everything as JSON
`;

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			only: { type: "string" },
			sizes: { type: "string" },
			resume: { type: "boolean" },
			postgres: { type: "string" },
			json: { type: "boolean" },
		},
	});
	const { only } = values;
	const wanted = values.sizes?.split(",");
	const sizes = (Object.keys(SIZES) as SizeName[]).filter((size) => wanted?.includes(size) ?? true);
	if (wanted && sizes.length !== wanted.length)
		throw new OptionError(`--sizes must be some of ${Object.keys(SIZES).join(", ")}`);
	const results = new Results(values.postgres === undefined ? "sqlite" : "postgres", values.resume === true);
	const workers: Worker[] = [];
	try {
		for (const size of sizes) workers.push(await Worker.start(size, values.postgres));
		await measureAll(workers, results, (name) => only === undefined || name.includes(only));
	} finally {
		for (const worker of workers) await worker.stop();
	}
	if (values.json) process.stdout.write(`${JSON.stringify(results.measured)}\n`);
	else if (!report(results.measured)) process.exitCode = 1;
}

async function measureAll(
	workers: readonly Worker[],
	results: Results,
	isWanted: (name: string) => boolean,
): Promise<void> {
	const { measured } = results;
	for (const each of CASES) {
		const name = nameOf(each);
		if (!isWanted(name) || name in measured.comparisons) continue;
		measured.comparisons[name] = await compare(workers, each);
		results.save();
		process.stderr.write(`${name} ${measured.comparisons[name].ratio.toFixed(2)}\n`);
	}
	const last = workers.at(-1);
	// Twice, and the lower counts: one after the other takes long enough for the machine to change.
	for (const count of [...TOKEN_SETS, ...TOKEN_SETS]) {
		if (!isWanted(`tokens ${count}`)) continue;
		const { micros, stallMs = 0, failure } = (await last?.ask({ kind: "tokens", count })) ?? {};
		if (failure !== undefined) throw new Error(failure);
		if (micros == null) continue;
		measured.tokens[count] = Math.min(micros, measured.tokens[count] ?? Number.POSITIVE_INFINITY);
		measured.tokenStalls[count] = Math.max(stallMs, measured.tokenStalls[count] ?? 0);
		results.save();
		process.stderr.write(`${count} tokens\n`);
	}
	if (isWanted("bytes")) measured.bytes = (await last?.ask({ kind: "bytes" }))?.bytes ?? null;
	results.save();
}
