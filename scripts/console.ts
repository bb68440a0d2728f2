/** `bun run console`: builds the console, `dist/console`: files that the server sends as they are. */
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEMO_LESSON } from "#db/seed/lesson";
import { vttHeader, writeVttCue } from "#kernel/subtitles/vtt";

/** Where the files go. */
export const CONSOLE_FILES = "dist/console";
/** Two synthetic voices read a script: the first recording of those who have none at hand. */
const EXAMPLE = "src/cli/seed/lesson.opus";
const FONT = "node_modules/@fontsource-variable/inter/files";

/** The console is written for React and ships Preact, which has half the size; the tests run what ships. */
const RUNTIME: Readonly<Record<string, string>> = {
	react: "preact/compat",
	"react-dom": "preact/compat",
	"react-dom/client": "preact/compat/client",
	"react/jsx-runtime": "preact/jsx-runtime",
};

const preact: Bun.BunPlugin = {
	name: "preact",
	setup(build) {
		build.onResolve({ filter: /^react(-dom)?(\/[\w-]+)?$/ }, ({ path }) => ({
			path: fileURLToPath(import.meta.resolve(RUNTIME[path] ?? path)),
		}));
	},
};

const shared = {
	target: "browser",
	format: "esm",
	minify: true,
	define: { "process.env.NODE_ENV": '"production"' },
	naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
} as const;

/** Builds the console. @throws AggregateError when the sources do not build. */
export async function buildConsole(folder: string = CONSOLE_FILES): Promise<void> {
	const assets = join(folder, "assets");
	rmSync(folder, { recursive: true, force: true });
	// Beside the sound, hence a file by itself.
	const worklet = await Bun.build({
		...shared,
		outdir: assets,
		entrypoints: ["console/room/pcm-worklet.ts"],
		format: "iife",
	});
	const app = await Bun.build({
		...shared,
		outdir: assets,
		entrypoints: ["console/main.tsx", "console/meet.tsx"],
		splitting: true,
		plugins: [preact],
		define: { ...shared.define, PCM_WORKLET: JSON.stringify(`./${nameOf(worklet, "pcm-worklet", ".js")}`) },
		// As data: they would be part of the stylesheet, and refused by the policy of the page.
		external: ["*.woff2"],
	});
	// Before the first paint, hence neither a module nor part of one.
	const theme = await Bun.build({
		...shared,
		outdir: assets,
		entrypoints: ["console/theme.ts"],
		format: "iife",
	});
	// By itself: its readers load nothing of the console.
	const captions = await Bun.build({
		...shared,
		outdir: assets,
		entrypoints: ["console/captions/main.ts"],
		naming: { entry: "captions-[hash].[ext]", asset: "captions-[hash].[ext]" },
	});
	await Bun.write(join(assets, "icon.svg"), Bun.file("console/icon.svg"));
	await Bun.write(join(assets, "example.opus"), Bun.file(EXAMPLE));
	await Bun.write(join(assets, "example.vtt"), exampleScript());
	for (const part of ["latin", "latin-ext"])
		await Bun.write(join(assets, `inter-${part}.woff2`), Bun.file(`${FONT}/inter-${part}-wght-normal.woff2`));

	for (const [entry, page] of [
		["main", "index.html"],
		["meet", "meet.html"],
	] as const) {
		const main = nameOf(app, entry, ".js");
		const needed = await neededBy(assets, main);
		// The room has styles of its own, and those of the console.
		const styles = entry === "main" ? ["main"] : ["main", entry];
		await fill("console/index.html", join(folder, page), {
			main,
			theme: nameOf(theme, "theme", ".js"),
			styles: styles.map((name) => `<link rel="stylesheet" href="{{assets}}/${nameOf(app, name, ".css")}">`).join("\n"),
			preloads: needed.map((file) => `<link rel="modulepreload" href="{{assets}}/${file}">`).join("\n"),
		});
	}
	await fill("console/captions/captions.html", join(folder, "captions.html"), {
		main: nameOf(captions, "captions", ".js"),
		style: nameOf(captions, "captions", ".css"),
	});
}

/** Writes a page from its template; the server fills in where the files are. */
async function fill(template: string, to: string, values: Readonly<Record<string, string>>): Promise<void> {
	const text = await Bun.file(template).text();
	await Bun.write(
		to,
		text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all),
	);
}

/** What the example says, for installations that have no speech model yet. */
const exampleScript = (): string =>
	vttHeader("en-US") +
	DEMO_LESSON.map(({ speaker, ...cue }, at) =>
		writeVttCue(String(at + 1), { ...cue, speaker: speaker === "teacher" ? "Teacher" : "Student" }),
	).join("");

/** Returns the file of an entry point, or its stylesheet. */
function nameOf({ outputs }: Bun.BuildOutput, entry: string, suffix: string): string {
	const found = outputs.find(
		({ path, kind }) =>
			basename(path).startsWith(`${entry}-`) && path.endsWith(suffix) && (kind === "entry-point" || suffix === ".css"),
	);
	if (!found) throw new Error(`the build has no ${suffix} file of ${entry}`);
	return basename(found.path);
}

/** Returns the chunks without which a module cannot start. */
async function neededBy(folder: string, file: string, found: Set<string> = new Set()): Promise<readonly string[]> {
	const code = await Bun.file(join(folder, file)).text();
	for (const [, name = ""] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
		if (found.has(name)) continue;
		found.add(name);
		await neededBy(folder, name, found);
	}
	return [...found];
}

if (import.meta.main) {
	const startedAt = performance.now();
	await buildConsole();
	process.stderr.write(`${CONSOLE_FILES}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
