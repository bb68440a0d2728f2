/**
 * `bun scripts/install.ts [option of bun install …]`: installs the packages that `bun.lock` names. Says so where there are
 * none yet, nothing when all are there, and why when it fails: `bun install` tells all or nothing.
 */
import { existsSync } from "node:fs";

/** Lines that are shown of a failure, which may have one for each package. */
const MAX_LINES = 12;

if (!existsSync("node_modules"))
	process.stderr.write("parley: installing the packages it needs; this happens once, and can take a minute\n");

const command = [process.execPath, "install", "--frozen-lockfile", "--no-progress", "--no-summary"];
const child = Bun.spawn([...command, ...process.argv.slice(2)], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
const [output, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
if (exitCode !== 0) {
	const lines = output.split("\n").filter((line) => line.trim() !== "");
	const reasons = lines.filter((line) => /^(error|note)\b/.test(line));
	const shown = reasons.length > 0 ? reasons : lines;
	const more = shown.length > MAX_LINES ? [`… and ${shown.length - MAX_LINES} more`] : [];
	const text = [...shown.slice(0, MAX_LINES), ...more].map((line) => `  ${line}\n`).join("");
	process.stderr.write(`parley: the packages it needs cannot be installed:\n${text}`);
	process.exit(exitCode);
}
