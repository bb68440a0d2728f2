/** Installs what the tests need beside npm packages. */
import { homedir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";

/** Folder with the engines of the tests, kept outside of the tree from one run to the next. */
const FOLDER = readVariable("PARLEY_TEST_ENGINES") || join(homedir(), ".cache/parley-engines");

/** Runs `scripts/install-tools.sh`, which says on stderr what takes long; returns a line for each thing that is missing. */
export async function installTools(): Promise<readonly string[]> {
	const child = Bun.spawn(["sh", "scripts/install-tools.sh", FOLDER], {
		env: { ...process.env, BUN: process.execPath },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const output = await new Response(child.stdout).text();
	return output.split("\n").filter((line) => line !== "");
}
