import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs `bun run bench NAME` on a machine that has no other program than Bun. */
async function bench(name: string, ...args: string[]) {
	const empty = mkdtempSync(join(tmpdir(), "parley-no-tools-"));
	const program = Bun.fileURLToPath(new URL("../../bench/run.ts", import.meta.url));
	const child = Bun.spawn([process.execPath, program, name, ...args], {
		env: { PATH: empty },
		stdout: "pipe",
		stderr: "pipe",
	});
	const [output, errors, exitCode] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	rmSync(empty, { recursive: true });
	return { output, errors, exitCode };
}

describe("a benchmark whose tools are missing", () => {
	test.each(["org-get", "org-create", "start", "peers"])(
		"%s says in one line what to install, and fails",
		async (name) => {
			const { output, errors, exitCode } = await bench(name);

			expect(exitCode).toBe(1);
			expect(errors).toBe("this benchmark needs taskset and wrk: apt install util-linux wrk\n");
			expect(output).toBe("");
		},
	);
});

describe("the list of benchmarks", () => {
	test("needs no tool", async () => {
		const { output, errors, exitCode } = await bench("--help");

		expect([exitCode, errors]).toEqual([0, ""]);
		expect(output).toContain("org-get");
	});

	test("shows the options of one, which needs no tool either", async () => {
		const { output, errors, exitCode } = await bench("peers", "--help");

		expect([exitCode, errors]).toEqual([0, ""]);
		expect(output).toContain("--only NAME");
	});
});
