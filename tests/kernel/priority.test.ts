import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { run } from "#tests/support/command";

const PRIORITY = join(import.meta.dir, "../../kernel/priority.ts");
const PROGRAM = `
	import { getPriority } from "node:os";
	import { lowerPriority } from ${JSON.stringify(PRIORITY)};
	lowerPriority(5);
	process.stdout.write(String(getPriority()));
`;

describe("lowerPriority", () => {
	test.each([0, 15])("never raises that of a process started with a niceness %d more than ours", async (more) => {
		const own = Number((await run(["nice"], [])).stdout);

		const { stdout, stderr } = await run(["nice"], ["-n", String(more), process.execPath, "-e", PROGRAM]);

		expect(stderr).toBe("");
		expect(stdout).toBe(String(Math.min(Math.max(own + more, 5), 19)));
	});
});
