import { resolve } from "node:path";
import { dialectOf } from "#db/dialect";
import { pathOf } from "#db/sqlite/connection";
import { AppError } from "#kernel/errors";
import { copyDatabase } from "#operations/copy/copy";
import type { CopiedDatabase, CopyProgress, CopyReport } from "#operations/copy/ports";
import { keyFileOf, readKeyFile } from "#operations/keys/encryption-key";
import type { Config } from "../config.ts";
import { maskUrl } from "../log/mask.ts";
import { placeOfObjects } from "../open.ts";
import { lockDatabaseFile } from "../serve/server-lock.ts";
import { EXIT, type ExitCode } from "./failure.ts";
import { print, printError, printJson } from "./terminal.ts";

/** Options of `parley copy`. */
export interface CopyCommandOptions {
	readonly from: string;
	readonly to: string;
	readonly restart?: true;
	readonly replaceInvalid?: true;
	readonly json?: true;
}

/**
 * Runs `parley copy`. Returns the exit code: a failure also when the copy is complete, but logs of the source are not what
 * was written.
 * @throws AppError when source or target cannot be copied from or to; SetupError when the key is another one
 */
export async function copy(config: Config, options: CopyCommandOptions): Promise<ExitCode> {
	const { restart = false, replaceInvalid = false, json } = options;
	const [from, to] = [namedOf(options.from), namedOf(options.to)];
	const keys = config.encryptionKeys ?? (await readKeyFile(keyFileOf(config.dataDir)));
	const startMs = performance.now();
	const progress = createProgress();
	const lockFile = lockDatabaseFile;
	const report = await copyDatabase({ from, to, lockFile, keys, restart, replaceInvalid, onProgress: progress.show })
		.finally(progress.clear)
		.catch(async (error: unknown) => {
			// Others say by themselves what to do.
			if (progress.hasBegun() && !(error instanceof AppError))
				await printError("The same command resumes where this one stopped.\n");
			throw error;
		});
	const seconds = (performance.now() - startMs) / 1000;
	const objects = { count: report.objects, place: placeOfObjects(config) };
	for (const fault of report.logs.faults) await printError(`parley: in the source as well as in the copy: ${fault}\n`);
	const exitCode = report.logs.faults.length === 0 ? EXIT.ok : EXIT.failure;
	if (json) {
		await printJson({ from: from.name, to: to.name, ...report, objects, seconds });
		return exitCode;
	}
	await print(summaryOf(report, from, to, seconds));
	await printError(adviceOf(objects, from));
	return exitCode;
}

const namedOf = (url: string): CopiedDatabase => ({
	url,
	name: dialectOf(url) === "postgres" ? maskUrl(url) : resolve(pathOf(url)),
});

const numberOf = (count: number): string => count.toLocaleString("en");

function summaryOf(
	{ tables, logs, replaced, resumed }: CopyReport,
	from: CopiedDatabase,
	to: CopiedDatabase,
	seconds: number,
) {
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	const lines = [
		`${resumed ? "Finished copying" : "Copied"} ${from.name} to ${to.name}: ${numberOf(rows)} rows of ${tables.length} tables in ${seconds.toFixed(1)} s.`,
		"Counts and digests of all tables match.",
		`Verified the logs of ${numberOf(logs.organizations)} organizations: ${numberOf(logs.events)} events, ${numberOf(logs.auditEntries)} audit entries, ${logs.faults.length === 0 ? "no fault" : `${logs.faults.length} faults`}.`,
	];
	if (replaced > 0) lines.push(`Replaced characters in ${numberOf(replaced)} rows.`);
	return `${lines.join("\n")}\n`;
}

function adviceOf(objects: { readonly count: number; readonly place: string }, from: CopiedDatabase) {
	const kept = objects.count > 0 ? `Its ${numberOf(objects.count)} stored objects stay in ${objects.place}. ` : "";
	return `${kept}Start the server with the target as its DATABASE_URL, and with the same DATA_DIR and encryption key.
It indexes transcripts anew: searches find all of them once that has ended.
Never start one on ${from.name} again: both would send the same mails.
`;
}

/** How often progress is shown, in ms: on a terminal, and where no person watches. */
const [REDRAWN_EVERY_MS, LINE_EVERY_MS] = [100, 10_000];

/** Shows progress: a line that changes on a terminal, otherwise a new one every ten seconds. */
function createProgress(stream: NodeJS.WriteStream = process.stderr) {
	const everyMs = stream.isTTY ? REDRAWN_EVERY_MS : LINE_EVERY_MS;
	let shownAtMs = performance.now();
	let hasBegun = false;
	return {
		hasBegun: () => hasBegun,
		show(progress: CopyProgress): void {
			hasBegun = true;
			const nowMs = performance.now();
			if (nowMs - shownAtMs < everyMs) return;
			shownAtMs = nowMs;
			stream.write(stream.isTTY ? `\r\u001B[K${lineOf(progress)}` : `${lineOf(progress)}\n`);
		},
		clear(): void {
			if (stream.isTTY) stream.write("\r\u001B[K");
		},
	};
}

function lineOf({ step, table, rows, total }: CopyProgress): string {
	const percent = total === 0 ? 100 : Math.floor((rows / total) * 100);
	return `${step === "copy" ? "copied" : "compared"} ${numberOf(rows)} of ${numberOf(total)} rows (${percent} %): ${table}`;
}
