import type { Database } from "bun:sqlite";
import { closeSync, openSync, statSync } from "node:fs";
import { endProcess, STORE_FAILED_EXIT } from "../end-process.ts";
import { errorCode } from "../errors.ts";
import { allowAll, assertTenantBound } from "../guard.ts";
import { memoize } from "../memoize.ts";
import { migrationState, migrations } from "../migrations.ts";
import type { Db, Store, StoreHealth, StoreOptions, WriteHandle } from "../store.ts";
import { traceStatement } from "../trace.ts";
import {
	assertInsideTransaction,
	assertOutsideTransaction,
	insideTransaction,
	transactionMemory,
} from "../transaction-scope.ts";
import type { WriteName } from "../writes.ts";
import { Checkpointer } from "./checkpointer.ts";
import { connectReader, connectWriter, createStatementCache, pathOf, removeStatistics } from "./connection.ts";
import { Failure } from "./failure.ts";
import { isFileLocked, lockFileOfData } from "./file-lock.ts";
import { settleLeftLog, truncateLog } from "./log-file.ts";
import { appliedToSqlite, migrateSqlite } from "./migrate.ts";
import { asyncSqlite } from "./session.ts";
import { WriteHealth } from "./write-health.ts";
import { type TaskLabel, Writer } from "./writer.ts";

/** The signal of a lock that cannot be lost. */
const NEVER = new AbortController().signal;
const GROUP_SIZE = 64;
/** Time from a removal until the log is emptied: what belongs together is removed together. */
const EMPTY_AFTER_MS = 1_000;
/** Opening may block while another process migrates; afterwards the writer waits without blocking. */
const OPEN_TIMEOUT_MS = 5_000;

/**
 * Opens a SQLite file, created when it is missing; see `openStore`. One server per file, beside the commands of the
 * CLI.
 */
export async function openSqlite(options: StoreOptions): Promise<Store> {
	const failure = new Failure(options.onFatal ?? endAtOnce);
	try {
		return await openWith(options, failure);
	} catch (error) {
		// The end of the process would close the file that it was about to open.
		throw errorCode(error)?.startsWith("SQLITE_IOERR") ? failure.fail("the database cannot be opened", error) : error;
	}
}

async function openWith(options: StoreOptions, failure: Failure): Promise<Store> {
	const path = pathOf(options.url);
	if (options.migrate !== false) settleLeftLog(path, failure);
	const writing = connectWriter(path, OPEN_TIMEOUT_MS);
	if (options.migrate !== false) {
		const startedMs = performance.now();
		const applied = migrateSqlite(writing);
		if (applied.length > 0) options.onMigrated?.(applied, performance.now() - startedMs);
		removeStatistics(writing);
	} else appliedToSqlite(writing); // Any read creates the log file that is opened below.
	writing.run("PRAGMA busy_timeout = 0");
	const reading = connectReader(path);
	// The log is opened independently of SQLite. That is safe: its locks are on the data file and on `-shm`.
	const syncsLog = options.durable !== false && options.groupCommit !== false;
	const log = syncsLog ? openSync(`${path}-wal`, "r+") : null;
	if (options.groupCommit === false) writing.run("PRAGMA synchronous = FULL");
	const checkpointer = new Checkpointer({
		path,
		connection: writing,
		failure,
		frames: options.checkpointFrames,
		onRetry: options.onCheckpointRetry,
		// A command empties the log when it ends, or leaves that to the server.
		emptyAfterMs: options.serves ? EMPTY_AFTER_MS : null,
	});
	if (options.serves) await checkpointer.start();
	const writer = new Writer(writing, {
		log,
		failure,
		batchSize: options.groupCommit === false ? 1 : GROUP_SIZE,
		beforeTransaction: () => checkpointer.beforeTransaction(),
		onTask: options.onTransaction,
		onOutcome: (error) => writeHealth.note(error),
	});
	// Writes one page, its content as before.
	const writeHealth = new WriteHealth(() => writer.run(() => writing.run("PRAGMA user_version = 0")));
	const inode = statSync(path).ino;
	const read = createStatementCache(reading);
	const write = createStatementCache(writing, () => checkpointer.noteRemoval());

	type Assert = (text: string) => void;

	/** Creates a handle that runs each statement on its own. @param label of its writes, null: not reported */
	const standalone = (assertAllowed: Assert, label: TaskLabel | null): Db => {
		const assertStandalone = (text: string, params: readonly unknown[]) => {
			assertOutsideTransaction();
			assertAllowed(text);
			traceStatement(text, params, null);
		};
		return asyncSqlite({
			rows(text, params, writes) {
				assertStandalone(text, params);
				return writes ? writer.run(() => write.rows(text, params), label) : read.rows(text, params);
			},
			write(text, params) {
				assertStandalone(text, params);
				return writer.run(() => write.write(text, params), label);
			},
		});
	};

	/** Returns the result of a statement, once others have had their turn to read. */
	const afterTurn = <T>(result: T): T | Promise<T> => {
		const turn = writer.giveWay();
		return turn === null ? result : turn.then(() => result);
	};

	const withinTransaction = (assertAllowed: Assert): Db => {
		return asyncSqlite({
			rows(text, params, writes) {
				const memory = transactionMemory();
				assertAllowed(text);
				const ask = () => {
					traceStatement(text, params, memory);
					return afterTurn(write.rows(text, params));
				};
				if (!writes) return memory.read(text, params, ask);
				memory.forget(text);
				return ask();
			},
			write(text, params) {
				const memory = transactionMemory();
				assertAllowed(text);
				memory.forget(text);
				traceStatement(text, params, memory);
				return afterTurn(write.write(text, params));
			},
		});
	};
	const [guarded, unguarded] = [withinTransaction(assertTenantBound), withinTransaction(allowAll)];

	const writingHandle = memoize((name: WriteName): WriteHandle => {
		const describeNothing = () => ({});
		return {
			db: standalone(assertTenantBound, { name, describe: describeNothing }),
			async tx(work, { describe = describeNothing, last } = {}) {
				assertOutsideTransaction();
				const whole = async () => {
					const made = await work(guarded);
					if (last) await Promise.all(last(guarded, made));
					return made;
				};
				return writer.run(() => insideTransaction(whole), { name, describe });
			},
		};
	});

	const isChangedElsewhere = createForeignCommitCheck(writing);

	return {
		db: standalone(assertTenantBound, null),
		writing: writingHandle,
		acrossTenants: {
			db: standalone(allowAll, null),
			// There is one writer, so one transaction at a time: both are views of it.
			within(tx) {
				assertInsideTransaction();
				if (tx !== guarded) throw new Error("this is no transaction of the store");
				return unguarded;
			},
		},
		dialect: "sqlite",
		changedElsewhere() {
			const isChanged = isChangedElsewhere();
			if (isChanged) checkpointer.noteRemoval(); // Perhaps: the other process does not tell.
			return isChanged;
		},
		async health() {
			const isWatched = options.migrate !== false && failure.error === null;
			return healthOf(reading, path, inode, failure.error?.message ?? (isWatched ? await writeHealth.problem() : null));
		},
		lock: async () => ({ lost: NEVER, release: async () => {} }),
		reclaim: () => checkpointer.truncate(),
		unreclaimedMs: () => checkpointer.removedForMs,
		async close() {
			if (failure.error === null) await writer.run(() => undefined);
			await checkpointer.stop();
			// The process ends: copying or closing now would damage the data file.
			if (failure.isFatal) throw failure.error;
			failure.close();
			// What is not closed, Bun closes at the end of the process, and empties the log whoever uses it.
			read.clear();
			reading.close();
			// Emptying the log would lock out the server for the time of two syncs, which copies it itself.
			if (options.serves || !isServed(path)) {
				// No request is served any more, so SQLite may block while waiting for other processes.
				writing.run(`PRAGMA busy_timeout = ${OPEN_TIMEOUT_MS}`);
				truncateLog(writing, failure);
			}
			await checkpointer.close();
			write.clear();
			writer.close();
			writing.close();
			if (log !== null) closeSync(log);
		},
	};
}

/** Whether a server has a data file open, as far as its lock tells. */
function isServed(path: string): boolean {
	try {
		return isFileLocked(lockFileOfData(path));
	} catch {
		return false;
	}
}

function endAtOnce(error: Error): never {
	process.stderr.write(`${error.message}: ${String(error.cause)}\n`);
	return endProcess(STORE_FAILED_EXIT);
}

/**
 * Creates a function that tells whether another process has committed since the last call. It queries the writer's
 * connection: its own commits do not count there, nor do the passes of the checkpoint thread, which commit nothing.
 * Inside a transaction of ours the result is as good, because nobody else can commit then.
 */
function createForeignCommitCheck(writing: Database): () => boolean {
	const asked = writing.query<unknown, []>("PRAGMA data_version");
	const version = () => asked.values()[0]?.[0];
	let known = version();
	return () => {
		try {
			const before = known;
			known = version();
			return known !== before;
		} catch {
			return true; // When in doubt, cached values must not be used.
		}
	};
}

function healthOf(reading: Database, path: string, inode: number, writeProblem: string | null): StoreHealth {
	try {
		const done = appliedToSqlite(reading);
		const { pending: waiting, newer } = migrationState(migrations.sqlite, done);
		const pending = waiting.map(({ tag }) => tag);
		const detail =
			writeProblem ??
			(statSync(path, { throwIfNoEntry: false })?.ino === inode
				? null
				: "the data file was removed or replaced while it is in use: writes go nowhere") ??
			(pending.length > 0 ? `migrations pending: ${pending.join(", ")}` : null);
		return {
			ok: detail === null,
			dialect: "sqlite",
			migrations: { applied: done.map(({ tag }) => tag), pending, newer },
			detail,
		};
	} catch (error) {
		return { ok: false, dialect: "sqlite", migrations: { applied: [], pending: [], newer: [] }, detail: String(error) };
	}
}
