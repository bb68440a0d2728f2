import { SQL as BunSql } from "bun";
import { MINUTE_MS } from "#kernel/clock";
import { assertTenantBound } from "../guard.ts";
import { memoize } from "../memoize.ts";
import { migrations, pendingMigrations } from "../migrations.ts";
import type { Db, Store, StoreHealth, StoreOptions, TransactionOptions, WriteHandle } from "../store.ts";
import { traceStatement } from "../trace.ts";
import { assertInsideTransaction, assertOutsideTransaction, insideTransaction } from "../transaction-scope.ts";
import type { WriteName } from "../writes.ts";
import { postgresDb, withConflictRetries } from "./client.ts";
import { appliedToPostgres, migratePostgres } from "./migrate.ts";
import { PostgresTransaction } from "./transaction.ts";

/** Timeout of a statement: by then the request is long gone. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Maximum idle time of a transaction: its process has died or hangs, and its locks block others. */
const IDLE_IN_TRANSACTION_MS = MINUTE_MS;
/** Timeout of `health` when the server does not respond. */
const HEALTH_TIMEOUT_MS = 2_000;

/** Connects to a Postgres-wire server; see `openStore`. */
export async function openPostgres(options: StoreOptions): Promise<Store> {
	const prepare = options.prepare !== false;
	const client = new BunSql(options.url, {
		max: options.poolSize ?? 10,
		prepare,
		connectionTimeout: 10,
		// A pooler in transaction mode rejects startup parameters it does not know; there the server must set them.
		connection: prepare
			? {
					application_name: "parley",
					statement_timeout: STATEMENT_TIMEOUT_MS,
					idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
				}
			: {},
	});
	try {
		if (options.migrate !== false) await withConflictRetries(() => migratePostgres(client));
		else await client.unsafe("SELECT 1");
	} catch (error) {
		await client.close({ timeout: 0 });
		throw error;
	}

	const within = (transaction: PostgresTransaction, assertAllowed: (text: string) => void): Db =>
		postgresDb(transaction.connection, (text, send, writes) => {
			assertInsideTransaction();
			assertAllowed(text);
			return transaction.statement(send, writes);
		});
	const transactions = new WeakMap<Db, PostgresTransaction>();

	const standalone = (assertAllowed: (text: string) => void): Db =>
		postgresDb(client, async (text, send) => {
			assertOutsideTransaction();
			assertAllowed(text);
			return withConflictRetries(send);
		});

	/** Runs one attempt at a transaction and reports it. The wait for a connection does not count: nothing is locked. */
	async function transact<T>(
		name: WriteName,
		work: (tx: Db) => Promise<T>,
		{ describe = () => ({}), last }: TransactionOptions<T>,
	): Promise<T> {
		let startMs: number | undefined;
		try {
			return await PostgresTransaction.run(client, (transaction) => {
				startMs = performance.now();
				return insideTransaction(async () => {
					const tx = within(transaction, assertTenantBound);
					transactions.set(tx, transaction);
					const made = await work(tx);
					return { made, last: last?.(tx, made) ?? [] };
				});
			});
		} finally {
			if (startMs !== undefined) options.onTransaction?.({ name, describe, durationMs: performance.now() - startMs });
		}
	}

	const db = standalone(assertTenantBound);
	const writing = memoize(
		(name: WriteName): WriteHandle => ({
			db,
			async tx(work, transactionOptions = {}) {
				assertOutsideTransaction();
				return withConflictRetries(() => transact(name, work, transactionOptions));
			},
		}),
	);
	return {
		db,
		writing,
		acrossTenants: {
			db: standalone(traceStatement),
			within(tx) {
				assertInsideTransaction();
				const transaction = transactions.get(tx);
				if (!transaction) throw new Error("this is no transaction of the store");
				return within(transaction, traceStatement);
			},
		},
		dialect: "postgres",
		changedElsewhere: () => false,
		async health() {
			const late = Promise.withResolvers<StoreHealth>();
			const silent = () => late.resolve(unhealthy("the database server does not answer"));
			const timer = setTimeout(silent, HEALTH_TIMEOUT_MS);
			return Promise.race([healthOf(client), late.promise]).finally(() => clearTimeout(timer));
		},
		async close() {
			await client.close();
		},
	};
}

const unhealthy = (detail: string): StoreHealth => ({
	ok: false,
	dialect: "postgres",
	migrations: { applied: [], pending: [] },
	detail,
});

async function healthOf(client: BunSql): Promise<StoreHealth> {
	try {
		const done = await appliedToPostgres(client);
		const pending = pendingMigrations(migrations.postgres, done).map(({ tag }) => tag);
		const [state]: { read_only: string }[] = await client.unsafe(
			"SELECT current_setting('transaction_read_only') AS read_only",
		);
		const detail =
			state?.read_only === "on"
				? "the database server is read only"
				: pending.length > 0
					? `migrations pending: ${pending.join(", ")}`
					: null;
		return {
			ok: detail === null,
			dialect: "postgres",
			migrations: { applied: done.map(({ tag }) => tag), pending },
			detail,
		};
	} catch (error) {
		return unhealthy(String(error));
	}
}
