/**
 * The product on one grown database, DATABASE_URL, in this process, which measures what its parent tells it to and changes
 * the database.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVariable } from "#kernel/env";
import { measureBytes } from "../growth/bytes.ts";
import { findCase, findGaps } from "../growth/cases.ts";
import { runRound, warmUp } from "../growth/measure.ts";
import type { Report, Task } from "../growth/messages.ts";
import { watchLoop } from "../growth/stalls.ts";
import { openSubject } from "../growth/subject.ts";
import { measureTokens } from "../growth/tokens.ts";

const url = readVariable("DATABASE_URL") ?? "";
const dataDir = mkdtempSync(join(tmpdir(), "parley-growth-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const subject = await openSubject(url, dataDir);

const { paths } = await subject.parley.document();
const operations = Object.values(paths as Record<string, Record<string, { readonly operationId?: string }>>);
const gaps = findGaps(
	operations.flatMap((methods) => Object.values(methods).flatMap(({ operationId }) => operationId ?? [])),
);
const loop = watchLoop();

async function work(task: Task): Promise<Report> {
	if (task.kind === "bytes") return { bytes: await measureBytes(url) };
	if (task.kind === "tokens") return { micros: await measureTokens(subject, task.count, loop) };
	const each = findCase(task.name);
	if (each === undefined) throw new Error(`there is no case ${task.name}`);
	if (task.kind === "warm-up") return { count: await warmUp(subject, each, loop) };
	return runRound(subject, each, task.count, loop);
}

async function answer(task: Task): Promise<void> {
	try {
		const found = await work(task);
		process.send?.({ ...found, stallMs: loop.take() } satisfies Report);
	} catch (error) {
		await loop.observe(false);
		loop.take();
		process.send?.({ failure: error instanceof Error ? error.message : String(error) } satisfies Report);
	}
}

process.on("message", (task: Task) => void answer(task));
process.on("disconnect", () => process.exit());
process.send?.((gaps.length > 0 ? { failure: gaps.join("\n") } : {}) satisfies Report);
