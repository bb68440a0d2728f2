import { Glob, Transpiler } from "bun";

/** One file of the repository. */
export interface SourceFile {
	/** From the root of the repository, `http/access.ts`. */
	readonly path: string;
	readonly text: string;
	/** Number of lines, as `wc -l` counts them. */
	readonly lines: number;
	/** The specifiers of all its imports and re-exports, types included. */
	readonly imports: readonly string[];
}

/** Matches `import … from "x"`, `export … from "x"` and `import("x")`; Bun's own scanner leaves type imports out. */
const SPECIFIER = /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

const transpiler = new Transpiler({ loader: "ts" });

/** All files that match `pattern`, read. */
export async function readSources(pattern: string): Promise<SourceFile[]> {
	const files: SourceFile[] = [];
	for await (const path of new Glob(pattern).scan(".")) {
		const text = await Bun.file(path).text();
		const types = [...text.matchAll(SPECIFIER)].map(([, from, dynamic]) => from ?? dynamic ?? "");
		const values = transpiler.scanImports(text).map((found) => found.path);
		files.push({ path, text, lines: text.split("\n").length - 1, imports: [...new Set([...types, ...values])] });
	}
	return files.sort((a, b) => a.path.localeCompare(b.path));
}

/** `text` without comments, so that prose about a forbidden word is not taken for its use. Keeps the line breaks. */
export const withoutComments = (text: string): string =>
	text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, "")).replace(/(^|\s)\/\/.*$/gm, "$1");

/** `path:line` of every match of `pattern` outside comments. */
export function places(files: readonly SourceFile[], pattern: RegExp): string[] {
	return files.flatMap(({ path, text }) =>
		withoutComments(text)
			.split("\n")
			.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
	);
}
