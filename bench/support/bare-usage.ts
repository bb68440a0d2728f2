import { Database } from "bun:sqlite";
import { batchOf, type Ingestion } from "#tests/support/ingest-until-killed";

/**
 * Inserts the same records with prepared statements of SQLite, a transaction each batch, into the same table with its index
 * and constraints, and nothing else: no totals, and nobody who knows what was new.
 */
export function insertBare(
	path: string,
	orgId: string,
	{ records, batch }: { readonly records: number; readonly batch: number },
): Ingestion {
	const db = new Database(path);
	db.run(
		"PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536",
	);
	const insert = db.prepare("INSERT INTO usage_records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
	const [cpu, startMs] = [process.cpuUsage(), performance.now()];
	for (let at = 0; at < records; at += batch) {
		db.run("BEGIN IMMEDIATE");
		for (const { meter, subject, quantity, occurredAtMs, workspaceId, userId } of batchOf(at / batch, batch))
			insert.run(orgId, meter, subject, quantity, occurredAtMs, workspaceId ?? null, userId ?? null);
		db.run("COMMIT");
	}
	const seconds = (performance.now() - startMs) / 1_000;
	const { user, system } = process.cpuUsage(cpu);
	insert.finalize();
	db.close();
	return { records, seconds, cpuMicros: user + system };
}
