import { existsSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "#tests/support/command";
import { MODELS } from "#tests/support/engines";

/** What the lesson needs, whether it is here, and how to get it. */
const REQUIREMENTS = [
	{ what: "dist/parley", isHere: () => existsSync(BINARY), how: "bun run build" },
	{ what: "flite", isHere: () => Bun.which("flite") !== null, how: "apt-get install flite" },
	{
		what: "Vosk's model",
		isHere: () => ["vad", "vosk-lib", "vosk-small-en"].every((folder) => existsSync(join(MODELS, folder))),
		how: `MODELS_DIR=${MODELS} bun src/main.ts models pull small-en-live`,
	},
	{
		what: "redis-server",
		isHere: () => Bun.which("redis-server") !== null,
		how: "apt-get install redis-server",
		ofTwo: true,
	},
] as const;

/** Ends the program, with the commands that install what is missing, before any of it is missed. */
export function assertInstalled(areTwo: boolean): void {
	const missing = REQUIREMENTS.filter((each) => (areTwo || !("ofTwo" in each)) && !each.isHere());
	if (missing.length === 0) return;
	for (const { what, how } of missing) console.error(`${what} is missing. Run: ${how}`);
	process.exit(1);
}
