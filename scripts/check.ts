/** `bun run check [step …]`: runs every check that needs no running service. CI runs exactly this, then the tests. */
import { existsSync } from "node:fs";

interface Step {
	readonly name: string;
	readonly command: readonly string[];
	/** Input files; a step whose input is missing is shown as "no input". */
	readonly needs?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

const bun = process.execPath;
const tool = (name: string): string => `node_modules/.bin/${name}`;
const OPENAPI = "docs/openapi.json";

// The longest is first.
const STEPS: readonly Step[] = [
	{
		name: "spectral",
		// Bun compiles the schemas of the examples in two thirds of the time that Node takes.
		command: [bun, "--bun", tool("spectral"), "lint", "--ruleset=.spectral.mjs", "--fail-severity=error", OPENAPI],
		needs: [OPENAPI],
	},
	{ name: "format and lint", command: [tool("biome"), "check", "--error-on-warnings", "."] },
	{ name: "types", command: [tool("tsc"), "--noEmit", "-p", "."] },
	{ name: "types (console)", command: [tool("tsc"), "--noEmit", "-p", "console"] },
	{ name: "client as published", command: [tool("tsc"), "--noEmit", "-p", "clients/typescript"] },
	{ name: "lost promises", command: [tool("oxlint"), "--type-aware", "--deny-warnings"] },
	{ name: "dead code", command: [tool("knip")] },
	{ name: "prose", command: [bun, "scripts/prose-check.ts"], needs: [OPENAPI] },
	{ name: "docs/errors.md", command: [bun, "scripts/errors-doc.ts", "--check"] },
	{ name: "docs/events.md", command: [bun, "scripts/events-doc.ts", "--check"] },
	{ name: "types of the client", command: [bun, "scripts/client.ts", "--check"], needs: [OPENAPI] },
	{ name: "docs/moments.md", command: [bun, "scripts/moments-doc.ts", "--check"] },
	{ name: "migrations (SQLite)", command: [bun, "scripts/migrations-check.ts"], env: { DATABASE_URL: "" } },
	{
		name: "migrations (Postgres)",
		command: [bun, "scripts/migrations-check.ts"],
		env: { DATABASE_URL: "postgres://check" },
	},
	{ name: OPENAPI, command: [bun, "src/main.ts", "openapi", "--check", OPENAPI], needs: [OPENAPI] },
	{
		name: "redocly",
		command: [tool("redocly"), "lint", OPENAPI],
		needs: [OPENAPI],
		env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
	},
];

/** Number of concurrent steps; each takes about one core. */
const CONCURRENCY = 2;

interface Outcome {
	readonly step: Step;
	readonly result: "ok" | "FAILED" | "no input";
	readonly seconds: number;
	/** Output of the step. */
	readonly output: string;
}

async function runStep(step: Step): Promise<Outcome> {
	if (step.needs?.some((path) => !existsSync(path))) return { step, result: "no input", seconds: 0, output: "" };
	const startedAt = performance.now();
	const child = Bun.spawn([...step.command], {
		env: { ...process.env, ...step.env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	const [stdout, stderr, exitCode] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	const seconds = (performance.now() - startedAt) / 1000;
	return { step, result: exitCode === 0 ? "ok" : "FAILED", seconds, output: stdout + stderr };
}

const wanted = process.argv.slice(2);
const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (steps.length === 0) {
	process.stderr.write(`no such step; there are: ${STEPS.map(({ name }) => name).join(", ")}\n`);
	process.exit(2);
}

const queue = [...steps];
const outcomes = new Map<Step, Outcome>();
async function work(): Promise<void> {
	for (let step = queue.shift(); step; step = queue.shift()) {
		const outcome = await runStep(step);
		outcomes.set(step, outcome);
		if (outcome.result === "FAILED") process.stdout.write(`\n── ${step.name}\n${outcome.output.trim()}\n`);
	}
}
await Promise.all(Array.from({ length: CONCURRENCY }, work));

const width = Math.max(...steps.map(({ name }) => name.length));
process.stdout.write("\n");
for (const step of steps) {
	const { seconds, result } = outcomes.get(step) ?? { seconds: 0, result: "FAILED" };
	process.stdout.write(`${step.name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${result}\n`);
}
process.exit([...outcomes.values()].some(({ result }) => result === "FAILED") ? 1 : 0);
