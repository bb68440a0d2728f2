/**
 * `bun scripts/grow.ts URL`: fills a new database with a large generated world, for measurements. The rows go straight
 * into the tables, so that a million take seconds; `bench growth` uses it.
 */
import { parseArgs } from "node:util";
import { DAY_MS } from "#kernel/clock";
import { SIZES, type SizeName, type Sizes } from "./grow/plan.ts";

const HELP = `bun scripts/grow.ts URL [options]

Fills a new SQLite file (a path or file:…), or an empty Postgres database (postgres://…).

  --size NAME           ${Object.keys(SIZES).join(", ")}; default large. The others override its numbers:
  --organizations N     of them one is large, the others have 1…5 members
  --members N           of the large one
  --sessions N          of everybody
  --sessions-of-one N   of one member of the large one
  --events N
  --audit-entries N     at least as many as events
  --seed N              default 1: the same seed on the same day makes the same rows
  --now TIME            when the database was used last, such as 2030-01-01T00:00:00Z; default: the start of today (UTC)
  --json                print what was made as JSON: ids, addresses and passwords to sign in with

Copy a grown SQLite file with cp --reflink=auto; it is complete in itself while nobody has it open.
`;

/** Returns a number of the command line. @throws Error for anything but a whole number */
function count(name: string, text: string | undefined, otherwise: number): number {
	if (text === undefined) return otherwise;
	if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} must be a whole number above 0`);
	return Number(text);
}

function sizesOf(values: Readonly<Record<string, string | boolean | undefined>>): Sizes {
	const name = String(values.size ?? "large");
	if (!Object.hasOwn(SIZES, name)) throw new Error(`--size must be one of ${Object.keys(SIZES).join(", ")}`);
	const base: Sizes = SIZES[name as SizeName];
	const text = (option: string) => (typeof values[option] === "string" ? values[option] : undefined);
	const events = count("events", text("events"), base.events);
	return {
		organizations: count("organizations", text("organizations"), base.organizations),
		members: count("members", text("members"), base.members),
		sessions: count("sessions", text("sessions"), base.sessions),
		sessionsOfOne: count("sessions-of-one", text("sessions-of-one"), base.sessionsOfOne),
		events,
		auditEntries: count("audit-entries", text("audit-entries"), Math.max(base.auditEntries, events)),
	};
}

const number = { type: "string" } as const;
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		size: number,
		organizations: number,
		members: number,
		sessions: number,
		"sessions-of-one": number,
		events: number,
		"audit-entries": number,
		seed: number,
		now: number,
		json: { type: "boolean" },
		help: { type: "boolean", short: "h" },
	},
});
const [url] = positionals;
if (values.help || url === undefined) {
	process.stdout.write(HELP);
	process.exit(values.help ? 0 : 2);
}

try {
	const nowMs = values.now === undefined ? Math.floor(Date.now() / DAY_MS) * DAY_MS : Date.parse(values.now);
	if (Number.isNaN(nowMs)) throw new Error("--now must be a time such as 2030-01-01T00:00:00Z");
	// The schema is declared for the engine of this process, when it is loaded.
	process.env.DATABASE_URL = url;
	const { grow } = await import("./grow/grow.ts");
	let startMs = performance.now();
	const world = await grow({
		url,
		sizes: sizesOf(values),
		seed: count("seed", values.seed, 1),
		nowMs,
		onProgress(part) {
			process.stderr.write(`${part.padEnd(14)} ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
			startMs = performance.now();
		},
	});
	if (values.json) process.stdout.write(`${JSON.stringify(world)}\n`);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
}
