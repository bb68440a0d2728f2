import { join } from "node:path";
import { type Contestant, LOAD_CORE, startContestant } from "./support/contestant.ts";
import { withFolder } from "./support/folder.ts";
import { type LoadResult, median, wrk } from "./support/load.ts";
import { figures, table } from "./support/report.ts";

/** Shown by `bun run bench`. */
export const about = "durable creates of organizations by 64 clients, with and without group commit; reads meanwhile";

const CLIENTS = 64;
const ROUNDS = 5;
const ROUND_SECONDS = 3;
/** Connections that read while others create. */
const PROBES = 8;

interface Creates {
	readonly created: number;
	readonly failures: number;
	readonly perSecond: number;
	readonly p50Ms: number;
	readonly p99Ms: number;
	/** Share of its core the load itself used, 0…1: near 1 it would be the bottleneck. */
	readonly busy: number;
}

async function create({ ready }: Contestant, seconds: number, clients = CLIENTS): Promise<Creates> {
	const script = join(import.meta.dir, "load/create-orgs.ts");
	const args = [ready.base ?? "", ready.systemToken ?? "", String(clients), String(seconds)];
	const child = Bun.spawn(["taskset", "-c", String(LOAD_CORE), process.execPath, script, ...args], { stdout: "pipe" });
	return (await new Response(child.stdout).json()) as Creates;
}

const read = ({ ready }: Contestant, seconds: number): Promise<LoadResult> =>
	wrk(ready.url ?? "", { seconds, connections: PROBES, headers: { authorization: `Bearer ${ready.token}` } });

/** One measured round: what was made, and the server's CPU time for each. */
interface Round extends Creates {
	readonly cpuUs: number;
}

async function measure(contestant: Contestant): Promise<Round> {
	const before = contestant.cpuMs();
	const creates = await create(contestant, ROUND_SECONDS);
	return { ...creates, cpuUs: ((contestant.cpuMs() - before) * 1000) / creates.created };
}

const medianOf = (rounds: readonly Round[], figure: keyof Round) => median(rounds.map((round) => round[figure]));

/** Creates by both contestants in turn; then reads alone, and reads beside creates. */
export async function run(): Promise<void> {
	await withFolder((grouped) => withFolder((single) => compare(grouped, single)));
}

async function compare(groupedFolder: string, singleFolder: string): Promise<void> {
	const grouped = await startContestant("group commit", "parley", { DATA_DIR: groupedFolder });
	const single = await startContestant("one commit each", "parley", { DATA_DIR: singleFolder, GROUP_COMMIT: "off" });
	try {
		const rounds = { grouped: [] as Round[], single: [] as Round[] };
		for (const each of [grouped, single]) await create(each, 2); // warm
		for (let n = 0; n < ROUNDS; n++) {
			rounds.grouped.push(await measure(grouped));
			rounds.single.push(await measure(single));
		}
		const alone: LoadResult[] = [];
		const beside: LoadResult[] = [];
		await read(grouped, 1);
		for (let n = 0; n < 3; n++) {
			alone.push(await read(grouped, 2));
			const creating = create(grouped, 3);
			await Bun.sleep(500);
			beside.push(await read(grouped, 2));
			await creating;
		}
		const p99 = (results: readonly LoadResult[]) => median(results.map(({ p99Ms }) => p99Ms));
		const row = (name: string, of: readonly Round[]) => [
			name,
			medianOf(of, "perSecond"),
			medianOf(of, "p50Ms"),
			medianOf(of, "p99Ms"),
			medianOf(of, "cpuUs"),
			medianOf(of, "busy"),
			of.reduce((sum, { failures }) => sum + failures, 0),
		];
		table(
			["commits", "creates/s", "p50 ms", "p99 ms", "server CPU µs each", "load core busy", "failures"],
			[row(grouped.name, rounds.grouped), row(single.name, rounds.single)],
		);
		table(
			["reads", "req/s", "p50 ms", "p99 ms"],
			[
				["alone", median(alone.map((r) => r.perSecond)), median(alone.map((r) => r.p50Ms)), p99(alone)],
				["beside creates", median(beside.map((r) => r.perSecond)), median(beside.map((r) => r.p50Ms)), p99(beside)],
			],
		);
		figures("org-create", {
			ratio: medianOf(rounds.grouped, "perSecond") / medianOf(rounds.single, "perSecond"),
			per_second: medianOf(rounds.grouped, "perSecond"),
			rival_per_second: medianOf(rounds.single, "perSecond"),
			read_p99_ratio: p99(beside) / p99(alone),
			failures: [...rounds.grouped, ...rounds.single].reduce((sum, { failures }) => sum + failures, 0),
		});
	} finally {
		await grouped.kill();
		await single.kill();
	}
}
