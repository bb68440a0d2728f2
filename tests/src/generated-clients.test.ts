import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { run, temporaryDirectory } from "#tests/support/command";
import { FIRST_ADMIN, type Installation, install } from "#tests/support/installation";

/** Compiler options of a careful user. */
const STRICT = {
	target: "ESNext",
	module: "Preserve",
	moduleResolution: "bundler",
	lib: ["ESNext", "DOM", "DOM.Iterable"],
	types: ["bun-types"],
	noEmit: true,
	skipLibCheck: true,
	strict: true,
	noUncheckedIndexedAccess: true,
	verbatimModuleSyntax: true,
	allowImportingTsExtensions: true,
};
const CLIENTS = ["openapi-fetch.ts", "hey-api.ts"];
const LIMIT_MS = 180_000;

describe("A client generated from docs/openapi.json", () => {
	const folder = temporaryDirectory();
	const { path } = folder;
	let server: Installation;

	beforeAll(async () => {
		server = await install();
		for (const client of CLIENTS) copyFileSync(join("tests/clients", client), join(path, client));
		symlinkSync(resolve("node_modules"), join(path, "node_modules"));
		await Bun.write(join(path, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICT, include: ["."] }));
		const generator = resolve("tests/support/generate-clients.ts");
		const made = await run([process.execPath, generator], [resolve("docs/openapi.json"), path]);
		if (made.exitCode !== 0) throw new Error(made.stderr);
	}, LIMIT_MS);

	afterAll(async () => {
		await server.close();
		folder.remove();
	});

	test(
		"compiles, and refuses what the API refuses",
		async () => {
			const checked = await run([process.execPath, resolve("node_modules/typescript/bin/tsc")], ["-p", path]);

			expect(checked).toEqual({ exitCode: 0, stdout: "", stderr: "" });
		},
		LIMIT_MS,
	);

	test.each(CLIENTS)(
		"tells its user what happened: %s",
		async (client) => {
			const { email, password } = FIRST_ADMIN;

			const { stdout, stderr } = await run([process.execPath, join(path, client)], [server.url, email, password]);

			expect(stderr).toBe("");
			expect(JSON.parse(stdout)).toEqual({
				organization: ["GREEN VALLEY HIGH SCHOOL", "active"],
				names: ["PHYSICS 10B", "CHEMISTRY 10B"],
				places: 2,
				title: "Light",
				state: "scheduled",
				missing: "nobody there",
				refused: "invalid_request",
			});
		},
		LIMIT_MS,
	);
});
