import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dialect } from "#db/dialect";
import { readVariable } from "#kernel/env";
import { STATEMENTS_FOLDER } from "#tests/support/statement-log";

/**
 * Returns the statements that the program ran in the tests of its API on one engine: those of a run that collected them,
 * otherwise `tests/api` is run first, which takes minutes. Of statements that differ only in the length of a list or in
 * a literal limit, the shortest and the longest: the length of a list may decide how Postgres joins.
 */
export async function collectedStatements(engine: Dialect): Promise<string[]> {
	const given = readVariable(STATEMENTS_FOLDER);
	const texts = given === undefined ? [] : readStatements(given, engine);
	return distinct(texts.length > 0 ? texts : await collect(engine));
}

function readStatements(folder: string, engine: Dialect): string[] {
	const files = [...new Bun.Glob(`${engine}/*.jsonl`).scanSync(folder)];
	return files.flatMap((file) => {
		const lines = readFileSync(join(folder, file), "utf8").trim().split("\n");
		return lines.map((line): string => JSON.parse(line));
	});
}

async function collect(engine: Dialect): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), "parley-statements-"));
	try {
		const command = ["scripts/test.ts", "--only", engine, "--statements", folder, "tests/api"];
		const child = Bun.spawn([process.execPath, ...command], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
		const output = await new Response(child.stderr).text();
		if ((await child.exited) !== 0) throw new Error(`tests/api on ${engine} failed:\n${output.slice(-4000)}`);
		return readStatements(folder, engine);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns a statement as both engines have it: parameters are `?`, lists have one item, no quotes, any limit. */
export const normalized = (text: string): string =>
	text
		.replace(/\$\d+(?:::text::jsonb)?|\+\?/g, "?")
		.replace(/\((\?(?:, \?)*)\)(?:, \((?:\?(?:, \?)*)\))+/g, "($1)")
		.replace(/ in \(\?(?:, \?)*\)/g, " in (?)")
		.replace(/ limit \d+/g, " limit ?")
		.replaceAll('"', "");

/** Returns of those that are the same once they are normalized the shortest and the longest. */
function distinct(texts: readonly string[]): string[] {
	const shortestFirst = texts.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
	const alike = Map.groupBy(shortestFirst, normalized).values();
	return [...new Set([...alike].flatMap((same) => [same[0] ?? "", same.at(-1) ?? ""]))];
}
