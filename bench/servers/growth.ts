/**
 * Measures the product on one grown database, DATABASE_URL, in this process, and changes it. Prints one JSON line for each
 * thing measured. ONLY (a part of its name) and SKIP (names, one a line) select.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";
import { measureBytes } from "../growth/bytes.ts";
import { nameOf } from "../growth/case.ts";
import { CASES, findGaps } from "../growth/cases.ts";
import { measure } from "../growth/measure.ts";
import { watchLoop } from "../growth/stalls.ts";
import { openSubject } from "../growth/subject.ts";
import { measureTokens, TOKEN_SETS } from "../growth/tokens.ts";

const url = readVariable("DATABASE_URL") ?? "";
const only = readVariable("ONLY");
const skipped = new Set((readVariable("SKIP") ?? "").split("\n"));
const isWanted = (name: string): boolean => !skipped.has(name) && (only === undefined || name.includes(only));

const dataDir = mkdtempSync(join(tmpdir(), "parley-growth-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const subject = await openSubject(url, dataDir);

const document = await subject.parley.document();
const operationIds = Object.values(document.paths ?? {}).flatMap((item) =>
	Object.values(item as Record<string, { readonly operationId?: string }>).flatMap(
		({ operationId }) => operationId ?? [],
	),
);
const gaps = findGaps(operationIds);
if (gaps.length > 0) {
	process.stderr.write(`${gaps.join("\n")}\n`);
	process.exit(1);
}

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const loop = watchLoop();

async function observed<T extends object>(name: string, work: () => Promise<T>): Promise<void> {
	try {
		const found = await work();
		await loop.observe(null);
		print({ name, ...found, stallMs: loop.take().ms });
	} catch (error) {
		await loop.observe(null);
		loop.take();
		print({ name, failure: error instanceof Error ? error.message : String(error) });
	}
}

for (const each of CASES) if (isWanted(nameOf(each))) await observed(nameOf(each), () => measure(subject, each, loop));
for (const count of TOKEN_SETS) {
	const name = `tokens ${count}`;
	if (isWanted(name)) await observed(name, () => measureTokens(subject, count, loop));
}
if (isWanted("bytes")) print({ name: "bytes", bytes: await measureBytes(url) });
loop.stop();
await subject.close();
process.exit(0);
