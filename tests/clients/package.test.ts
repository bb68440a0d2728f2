import { beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run, temporaryDirectory } from "#tests/support/command";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD, useHarness } from "#tests/support/harness";
import manifest from "../../clients/typescript/package.json" with { type: "json" };
import product from "../../package.json" with { type: "json" };

const LIMIT_MS = 120_000;
const PACKAGE = resolve("clients/typescript");
const MODULES = resolve("node_modules");
const [node, npm] = [Bun.which("node"), Bun.which("npm")];
const server = await useHarness({ isServed: true });
const folder = temporaryDirectory();
await forThisFile({ close: folder.remove });
const project = folder.path;
const env = { PATH: Bun.env.PATH ?? "", HOME: project };

/** Compiler options of a careful user. */
const STRICT = {
	target: "ES2022",
	module: "NodeNext",
	lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
	types: [],
	strict: true,
	noUncheckedIndexedAccess: true,
	exactOptionalPropertyTypes: true,
	skipLibCheck: true,
	outDir: "out",
};

/** Returns packages with all that they depend on, from those that are installed here: tests need no registry. */
function withDependencies(names: readonly string[], found = new Set<string>()): Set<string> {
	for (const name of names) {
		if (found.has(name)) continue;
		found.add(name);
		const { dependencies = {} } = JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8"));
		withDependencies(Object.keys(dependencies), found);
	}
	return found;
}

/** Runs a program that must succeed, and returns what it writes. */
async function succeed(program: readonly string[], args: readonly string[], cwd: string): Promise<string> {
	const { exitCode, stdout, stderr } = await run(program, args, { cwd, env });
	if (exitCode !== 0) throw new Error(`${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
	return stdout;
}

test("The package has the version of the product, and the dependencies that are tested", () => {
	expect(manifest.version).toBe(product.version);
	expect(manifest.dependencies["openapi-fetch"]).toBe(`^${product.dependencies["openapi-fetch"]}`);
	expect(manifest.peerDependencies["tus-js-client"]).toBe(`^${product.dependencies["tus-js-client"]}`);
});

describe.skipIf(node === null || npm === null)("The package in an empty project", () => {
	beforeAll(async () => {
		await succeed([String(npm)], ["pack", "--silent", "--pack-destination", project], PACKAGE);
		const [tarball = ""] = readdirSync(project).filter((name) => name.endsWith(".tgz"));
		const others = [...withDependencies(["openapi-fetch", "tus-js-client"])];
		const dependencies = Object.fromEntries(others.map((name) => [name, `file:${join(MODULES, name)}`]));
		const manifestOfProject = {
			type: "module",
			dependencies: { "@parley/client": `file:${tarball}`, ...dependencies },
		};
		await Bun.write(join(project, "package.json"), JSON.stringify(manifestOfProject));
		const flags = ["--offline", "--install-links", "--no-audit", "--no-fund", "--silent"];
		await succeed([String(npm)], ["install", ...flags], project);
		copyFileSync("tests/clients/empty-project/lesson.ts", join(project, "lesson.ts"));
		const declared =
			"declare const process: { argv: string[]; stdout: { write(text: string): void }; exit(code: number): never };";
		await Bun.write(join(project, "process.d.ts"), declared);
		await Bun.write(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICT, include: ["*.ts"] }));
		await succeed([process.execPath, resolve("node_modules/typescript/bin/tsc")], ["-p", "."], project);
	}, LIMIT_MS);

	test("has what it needs, and nothing else", () => {
		const installed = join(project, "node_modules/@parley/client");

		expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
		for (const { types, default: program } of Object.values(manifest.exports))
			expect([types, program].map((path) => existsSync(join(installed, path)))).toEqual([true, true]);
	});

	// Node has sockets without the flag from version 22.
	test.each([
		["node", [String(node), "--experimental-websocket"]],
		["bun", [process.execPath]],
	])(
		"does on %s what its types promise",
		async (_, program) => {
			const { email, orgId } = await server.createOrganization({ settings: { recordingConsent: "notify" } });

			const args = [join(project, "out/lesson.js"), server.url, email, PASSWORD, orgId];
			const output = await succeed(program, args, project);

			expect(JSON.parse(output)).toEqual({
				names: ["PHYSICS"],
				refused: "invalid_request",
				problem: ["/name"],
				state: "finished",
				said: ["Light is a wave."],
				types: ["workspace.created"],
				forged: "missing_headers",
			});
		},
		LIMIT_MS,
	);
});
