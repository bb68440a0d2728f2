import { SQL as BunSql, type ReservedSQL } from "bun";
import { allowAll, assertTenantBound } from "../guard.ts";
import { memoize } from "../memoize.ts";
import { migrationState, migrations } from "../migrations.ts";
import type { Db, Store, StoreHealth, StoreOptions, TransactionOptions, WriteHandle } from "../store.ts";
import { traceStatement } from "../trace.ts";
import {
	assertInsideTransaction,
	assertOutsideTransaction,
	insideTransaction,
	transactionMemory,
} from "../transaction-scope.ts";
import type { WriteName } from "../writes.ts";
import { postgresDb, withConflictRetries } from "./client.ts";
import type { ConnectionOptions } from "./connection.ts";
import { Locks } from "./locks.ts";
import { appliedToPostgres, migratePostgres } from "./migrate.ts";
import { Pool } from "./pool.ts";
import { PostgresTransaction } from "./transaction.ts";
import { WriteHealth } from "./write-health.ts";

/** Longest wait for a connection and for the answer to a statement, unless the options say otherwise. */
const DEADLINE_MS = 10_000;
/** Part of it after which the server itself ends a statement, which keeps the connection. */
const STATEMENT_TIMEOUT = 0.9;
/**
 * Part of it after which the server ends a transaction that waits for us. Less than the whole: what was sent to a
 * connection that we have given up, and arrives later, must not be done any more, when newer writes may have been
 * acknowledged.
 */
const IDLE_TIMEOUT = 0.8;
/** Deadline of `health`. */
const HEALTH_DEADLINE_MS = 2_000;

/** Connects to a Postgres-wire server; see `openStore`. */
export async function openPostgres(options: StoreOptions): Promise<Store> {
	const {
		url,
		prepare = true,
		poolSize: size = 10,
		deadlineMs = DEADLINE_MS,
		onConnectionDropped: onDropped,
	} = options;
	const connection = {
		prepare,
		connectionTimeout: deadlineMs / 1000,
		// A pooler in transaction mode rejects startup parameters it does not know; there the server must set them.
		connection: prepare
			? {
					application_name: "parley",
					statement_timeout: Math.ceil(deadlineMs * STATEMENT_TIMEOUT),
					idle_in_transaction_session_timeout: Math.ceil(deadlineMs * IDLE_TIMEOUT),
				}
			: {},
	};
	await bringUpToDate(options, connection);
	const pool = new Pool({ url, connection, size, deadlineMs, ...(onDropped && { onDropped }) });
	// Of its own, so that whoever waits for locks does not make it fail.
	const healthPool = new Pool({ url, connection, size: 1, deadlineMs: HEALTH_DEADLINE_MS });

	const locks = new Locks(url, connection);

	const writeHealth = new WriteHealth();

	const within = (transaction: PostgresTransaction, assertAllowed: (text: string) => void): Db =>
		postgresDb(
			({ text, params, writes }, send) => {
				traceStatement(text, params, transaction);
				return transaction.statement(send, writes);
			},
			(text) => {
				const memory = transactionMemory();
				assertAllowed(text);
				return memory;
			},
		);
	const transactions = new WeakMap<Db, PostgresTransaction>();

	const standalone = (assertAllowed: (text: string) => void): Db =>
		postgresDb(({ text, params, writes }, send) => {
			assertOutsideTransaction();
			assertAllowed(text);
			traceStatement(text, params, null);
			const run = () => withConflictRetries(() => pool.run(send));
			return writes ? writeHealth.watch(run) : run();
		});

	/** Runs one attempt at a transaction and reports it. The wait for a connection does not count: nothing is locked. */
	async function transact<T>(
		name: WriteName,
		work: (tx: Db) => Promise<T>,
		{ describe = () => ({}), last, signal = null }: TransactionOptions<T>,
	): Promise<T> {
		let startMs: number | undefined;
		try {
			const attempt = (transaction: PostgresTransaction) => {
				startMs = performance.now();
				return insideTransaction(async () => {
					const tx = within(transaction, assertTenantBound);
					transactions.set(tx, transaction);
					const made = await work(tx);
					return { made, last: last?.(tx, made) ?? [] };
				});
			};
			return await PostgresTransaction.run(pool, attempt, signal);
		} finally {
			if (startMs !== undefined) {
				const durationMs = performance.now() - startMs;
				options.onTransaction?.({ name, describe, durationMs, waitedMs: 0 });
			}
		}
	}

	const db = standalone(assertTenantBound);
	const writing = memoize(
		(name: WriteName): WriteHandle => ({
			db,
			async tx(work, transactionOptions = {}) {
				assertOutsideTransaction();
				return writeHealth.watch(() => withConflictRetries(() => transact(name, work, transactionOptions)));
			},
		}),
	);
	return {
		db,
		writing,
		acrossTenants: {
			db: standalone(allowAll),
			within(tx) {
				assertInsideTransaction();
				const transaction = transactions.get(tx);
				if (!transaction) throw new Error("this is no transaction of the store");
				return within(transaction, allowAll);
			},
		},
		dialect: "postgres",
		changedElsewhere: () => false,
		lock: (name) => locks.take(name),
		async health() {
			try {
				return await healthPool.run((connection) => healthOf(connection, writeHealth));
			} catch (error) {
				return unhealthy(String(error));
			}
		},
		async reclaim() {
			// On a connection of its own, since a large table takes longer than any statement may.
			const client = new BunSql(url, { ...connection, connection: {}, max: 1 });
			try {
				if (prepare) await client.unsafe("SET statement_timeout = 0");
				const tables: { name: string }[] = await client.unsafe(
					"SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
				);
				for (const { name } of tables) await client.unsafe(`VACUUM (SKIP_LOCKED) "${name}"`);
			} finally {
				await client.close({ timeout: 0 });
			}
		},
		unreclaimedMs: () => 0,
		async close() {
			await Promise.all([pool.close(), healthPool.close(), locks.close()]);
		},
	};
}

/** Migrates the database, or only asks whether it is there: on a connection of its own, which may take its time. */
async function bringUpToDate({ url, migrate, onMigrated }: StoreOptions, connection: ConnectionOptions): Promise<void> {
	const client = new BunSql(url, { ...connection, max: 1 });
	try {
		if (migrate === false) await client.unsafe("SELECT 1");
		else {
			const startedMs = performance.now();
			const applied = await withConflictRetries(() => migratePostgres(client));
			if (applied.length > 0) onMigrated?.(applied, performance.now() - startedMs);
		}
	} finally {
		await client.close({ timeout: 0 });
	}
}

const unhealthy = (detail: string): StoreHealth => ({
	ok: false,
	dialect: "postgres",
	migrations: { applied: [], pending: [], newer: [] },
	detail,
});

async function healthOf(connection: ReservedSQL, writeHealth: WriteHealth): Promise<StoreHealth> {
	const done = await appliedToPostgres(connection);
	const { pending: waiting, newer } = migrationState(migrations.postgres, done);
	const pending = waiting.map(({ tag }) => tag);
	const [state]: { read_only: string }[] = await connection.unsafe(
		"SELECT current_setting('transaction_read_only') AS read_only",
	);
	const detail =
		state?.read_only === "on"
			? "the database server is read only"
			: pending.length > 0
				? `migrations pending: ${pending.join(", ")}`
				: await writeHealth.problem(connection);
	return {
		ok: detail === null,
		dialect: "postgres",
		migrations: { applied: done.map(({ tag }) => tag), pending, newer },
		detail,
	};
}
