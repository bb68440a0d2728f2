import { Glob, Transpiler } from "bun";

/** A file of the repository. */
export interface SourceFile {
	/** Path from the root of the repository, e.g. `http/access.ts`. */
	readonly path: string;
	readonly text: string;
	/** Number of lines, as `wc -l` counts them. */
	readonly lines: number;
	/** Specifiers of all imports and re-exports, including types. */
	readonly imports: readonly string[];
}

/** Matches `import … from "x"`, `export … from "x"` and `import("x")`; Bun's own scanner omits type imports. */
const SPECIFIER = /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

const transpiler = new Transpiler({ loader: "ts" });

/** Returns the module of a file: `modules/identity/sign-in/service.ts` → `modules/identity/sign-in`; undefined outside of modules. */
export const moduleOf = (path: string): string | undefined =>
	/^(?:modules\/[^/]+|platform)\/[^/]+(?=\/)/.exec(path)?.[0];

/** Reads all files that match one of some glob patterns, in the order of their paths. */
export async function readSources(...patterns: readonly string[]): Promise<SourceFile[]> {
	const files: SourceFile[] = [];
	for (const path of patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(".")])) {
		const text = await Bun.file(path).text();
		const types = [...text.matchAll(SPECIFIER)].map(([, from, dynamic]) => from ?? dynamic ?? "");
		const values = transpiler.scanImports(text).map((found) => found.path);
		files.push({ path, text, lines: text.split("\n").length - 1, imports: [...new Set([...types, ...values])] });
	}
	return files.sort((a, b) => a.path.localeCompare(b.path));
}

/** Reads the files in which SQL is written. */
export const readRepositories = (): Promise<SourceFile[]> =>
	readSources(
		...["modules/*/*", "platform/*"].flatMap((module) => [`${module}/repository.ts`, `${module}/repository/*.ts`]),
	);

/** Removes comments, so that a forbidden word in prose is not taken for its use. Keeps the line breaks. */
export const withoutComments = (text: string): string =>
	text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, "")).replace(/(^|\s)\/\/.*$/gm, "$1");

/** Returns `path:line` for every match of `pattern` outside comments. */
export function places(files: readonly SourceFile[], pattern: RegExp): string[] {
	return files.flatMap(({ path, text }) =>
		withoutComments(text)
			.split("\n")
			.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
	);
}
