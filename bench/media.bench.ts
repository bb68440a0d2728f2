import { parseArgs } from "node:util";
import { openVisitors, type Seen } from "./media/browsers.ts";
import { measure, openRoom, type Passed } from "./media/room.ts";
import { quantile } from "./support/load.ts";
import { OptionError, positive } from "./support/options.ts";
import { figures, table } from "./support/report.ts";
import { LOAD_CORE, SERVER_CORE } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "a room of thirty through the media worker (decision 113)";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];
/** Options shown by `bun run bench media --help`. */
export const usage = `  --seconds N     length of each measurement (default 10)
  --browsers N    of the thirty, people with Chromium (default 4); the others are simulated
  --until N       the largest room of simulated people (default 60)

The worker has one core, the simulated people the other; browsers share both. Three voices and up to four pictures go to all. It fails if a room of thirty
loses more than 1 % of its sound, or a beep takes more than 400 ms from the microphone of a browser to the sound of another, which includes that
its person gets a line for it.
`;

const PEOPLE = 30;
/** All connections use this port of UDP. */
const PORT = 45_900;
const GOAL_MS = 400;
const GOAL_LOST = 1;
/** How often one person leaves and comes back. */
const RETURNS = 30;

/** Measures a media worker. */
export async function run(args: readonly string[]): Promise<void> {
	const { seconds, browsers, until } = readOptions(args);
	const base = { cores: [SERVER_CORE, LOAD_CORE], port: PORT } as const;
	const rows: (string | number)[][] = [];
	const row = (name: string, passed: Passed): Passed => {
		process.stderr.write(`${name}: ${Math.round(passed.cpu * 100)} % of a core\n`);
		rows.push(rowOf(name, passed));
		return passed;
	};

	const { visitors, close } = await openVisitors(browsers);
	const mixed = await openRoom({ ...base, simulated: PEOPLE - browsers, pictures: false, visitors });
	const withBrowsers = row(`${PEOPLE - browsers} + ${browsers} browsers`, await measure(mixed, seconds));
	const seen = await Promise.all(visitors.map((visitor) => visitor.see()));
	await close();
	await mixed.close();
	const beeps = delaysOf(seen);

	const thirty = await openRoom({ ...base, simulated: PEOPLE, pictures: true });
	const ofThirty = row(`${PEOPLE} simulated`, await measure(thirty, seconds));
	for (let n = 0; n < RETURNS; n++) {
		await thirty.go(n % PEOPLE);
		await thirty.come(n % PEOPLE);
	}
	const { mib: afterReturns = 0 } = await thirty.worker.ask();
	await thirty.close();

	const startMs = performance.now();
	const again = await openRoom({ ...base, simulated: PEOPLE, pictures: true });
	const restartMs = performance.now() - startMs;
	await again.close();

	let broken = "nothing";
	for (let size = 2 * PEOPLE; size <= until && broken === "nothing"; size += PEOPLE) {
		const room = await openRoom({ ...base, simulated: size, pictures: true });
		const passed = row(`${size} simulated`, await measure(room, seconds));
		await room.close();
		broken = whatBreaks(size, passed);
	}

	table(
		[
			"room",
			"in/s",
			"out/s",
			"core %",
			"µs/out",
			"MiB",
			"refused",
			"late",
			"sound lost %",
			"pictures lost %",
			"p50 ms",
			"p99 ms",
			"max ms",
			"worker lag",
			"people lag",
		],
		rows,
	);
	for (const [n, each] of seen.entries())
		process.stdout.write(`browser ${n}: ${JSON.stringify({ ...each, onsets: undefined })}\n`);
	const lost = seen.reduce((sum, { soundLost }) => sum + soundLost, 0);
	const received = seen.reduce((sum, { soundReceived }) => sum + soundReceived, 0);
	const beep95 = Math.round(quantile(beeps, 0.95));
	const isGood =
		beeps.length > 0 &&
		beep95 <= GOAL_MS &&
		lostShare(withBrowsers, "sound") <= GOAL_LOST &&
		lostShare(ofThirty, "sound") <= GOAL_LOST;
	figures("media", {
		people: PEOPLE,
		browsers,
		core_percent: ofThirty.cpu * 100,
		micros: ofThirty.micros,
		mib: ofThirty.mib,
		beeps: beeps.length,
		beep_median_ms: Math.round(quantile(beeps, 0.5)),
		beep_p95_ms: beep95,
		browser_lost: `${lost}/${received}`,
		frames: seen.map(({ frames }) => frames).join("/"),
		mib_after_returns: afterReturns,
		restart_ms: Math.round(restartMs),
		breaks_first: broken,
	});
	if (!isGood) process.exitCode = 1;
}

const lostShare = ({ people }: Passed, kind: "sound" | "pictures"): number => {
	const received = people[kind] ?? 0;
	const lost = people[`${kind}Lost`] ?? 0;
	return (100 * lost) / Math.max(1, received + lost);
};

function rowOf(name: string, passed: Passed): (string | number)[] {
	const { inPerSecond, outPerSecond, cpu, micros, mib, refused, people } = passed;
	const lost = [lostShare(passed, "sound"), lostShare(passed, "pictures")];
	const delays = [people.p50 ?? 0, people.p99 ?? 0, people.max ?? 0];
	return [
		name,
		Math.round(inPerSecond),
		Math.round(outPerSecond),
		cpu * 100,
		micros,
		Math.round(mib),
		refused,
		passed.late,
		...lost,
		...delays,
		Math.round(passed.lagMs),
		Math.round(people.lagMs ?? 0),
	];
}

function whatBreaks(size: number, passed: Passed): string {
	if (passed.refused > 0) return `packets refused at ${size}`;
	if (lostShare(passed, "sound") > GOAL_LOST) return `sound lost at ${size}`;
	if ((passed.people.p99 ?? 0) > GOAL_MS) return `delay at ${size}`;
	return "nothing";
}

/** Returns how long beeps took from one browser to the others, in ms: each that was heard, from the last that began before it anywhere else. */
function delaysOf(seen: readonly Seen[]): readonly number[] {
	return seen.flatMap(({ onsets: { heard } }, n) => {
		const own = seen.flatMap(({ onsets }, other) => (other === n ? [] : onsets.own));
		return heard.flatMap((atMs) => {
			const begun = own.filter((each) => each <= atMs);
			return begun.length > 0 ? [atMs - Math.max(...begun)] : [];
		});
	});
}

function readOptions(args: readonly string[]) {
	const { values } = parseArgs({
		args: [...args],
		options: {
			seconds: { type: "string", default: "10" },
			browsers: { type: "string", default: "4" },
			until: { type: "string", default: "60" },
		},
	});
	const browsers = positive("--browsers", values.browsers);
	if (browsers > 10) throw new OptionError("--browsers is at most 10");
	return { seconds: positive("--seconds", values.seconds), browsers, until: positive("--until", values.until) };
}
