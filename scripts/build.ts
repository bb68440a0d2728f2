/** `bun run build`: compiles the program and all its dependencies into one file, `dist/parley`. */
import { existsSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildConsole, CONSOLE_FILES } from "./console.ts";

/** Path of the binary. */
export const BINARY = "dist/parley";

/** Sources of the binary: it is stale when one of them is newer. A single glob for all would match nothing. */
const SOURCES = [
	"{package.json,bun.lock}",
	"scripts/{build,console}.ts",
	"clients/typescript/src/**/*",
	"{src,operations,adapters,modules,platform,http,db,kernel,console}/**/*",
];

function commit(): string {
	const git = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], { stderr: "ignore" });
	return git.success ? git.stdout.toString().trim() : "unknown";
}

/** Compiles the binary. @throws AggregateError when the sources do not build. */
export async function build(): Promise<void> {
	const startedAt = performance.now();
	await buildConsole();
	await Bun.build({
		entrypoints: ["./src/main.ts"],
		// Without these two the binary would run code and read settings from whatever directory it is started in.
		compile: { outfile: BINARY, autoloadBunfig: false, autoloadDotenv: false, assets: [`./${CONSOLE_FILES}`] },
		target: "bun",
		// Elysia reads handlers as source text, so identifiers keep their names; CommonJS bytecode would bake in the build machine's paths.
		minify: { whitespace: true, syntax: true, identifiers: false },
		bytecode: true,
		// What is imported lazily is a chunk of its own: a start reads half of the code.
		splitting: true,
		format: "esm",
		sourcemap: "inline",
		define: {
			"process.env.NODE_ENV": '"production"',
			BUILD_COMMIT: JSON.stringify(commit()),
		},
	});
	// The binary has them inside; as files, those of each build would stay.
	for (const map of new Bun.Glob("*.map").scanSync(dirname(BINARY))) rmSync(join(dirname(BINARY), map));
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	const megabytes = (statSync(BINARY).size / 1e6).toFixed(0);
	process.stderr.write(`${BINARY}: ${megabytes} MB in ${seconds} s\n`);
}

/** Compiles the binary unless it is newer than all its sources. */
export async function buildIfStale(): Promise<void> {
	const builtAtMs = existsSync(BINARY) ? statSync(BINARY).mtimeMs : 0;
	for (const pattern of SOURCES) {
		for await (const path of new Bun.Glob(pattern).scan(".")) {
			if (statSync(path).mtimeMs > builtAtMs) return await build();
		}
	}
}

if (import.meta.main) await build();
