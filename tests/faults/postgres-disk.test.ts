/** A Postgres whose disk is full, or breaks: the server says so and goes on by itself, and nothing acknowledged is lost. */
import { afterEach, beforeEach, describe, expect } from "bun:test";
import { SQL } from "bun";
import { createFaultyDisk, type Fault, type FaultyDisk } from "#tests/support/faulty-disk";
import { FIRST_ADMIN } from "#tests/support/installation";
import { type LoadedServer, loadServer } from "#tests/support/loaded-server";
import { DURABLE_POSTGRES } from "#tests/support/postgres";
import { ask, done } from "#tests/support/school";
import { preloadingTest as test } from "../support/preloaded-library.ts";

const LIMIT_MS = 120_000;

let disk: FaultyDisk;
beforeEach(() => {
	disk = createFaultyDisk();
});
afterEach(() => disk.close());

/** Has calls on files of the database fail, those in a folder of its data. */
const fail = ({ postgres }: LoadedServer, folder: string, fault: Omit<Fault, "path">) =>
	disk.fail({ ...fault, path: `${postgres?.data}/${folder}/*` });

/** Waits until so many requests have been answered by 503 from now on. */
async function untilUnavailable({ writes }: LoadedServer, more: number): Promise<void> {
	const target = writes.unavailable + more;
	while (writes.unavailable < target && writes.faults.length === 0) await Bun.sleep(10);
}

/** Lets the clients rest, and returns what contradicts what they know, and how many connections they lost. */
async function outcomeOf(server: LoadedServer) {
	await server.untilAcknowledged(20);
	await server.rest();
	await server.writes.settle(server.databaseUrl);
	return { faults: server.writes.faults, disconnected: server.writes.disconnected };
}

/**
 * Starts Postgres again when it has ended, as its supervisor does: it gives up when it finds no room while it recovers, which
 * it does before the disk is mended if it is fast. Returns what ends that.
 */
function superviseDatabase({ postgres }: LoadedServer): () => void {
	let isOver = false;
	void postgres?.ended().then(() => (isOver ? undefined : postgres.restart()));
	return () => {
		isOver = true;
	};
}

describe("a full disk of Postgres", () => {
	test(
		"that has no room for rows: writes are answered by 503 and it is not ready until it has room, reads go on",
		async () => {
			await using server = await loadServer({ engine: "postgres", postgresEnv: disk.env });
			const { url } = server.instance;
			const { access_token: token } = await done(url, "POST", "/auth/login", { body: FIRST_ADMIN });
			await server.untilAcknowledged(20);

			const full = fail(server, "base", { calls: ["write"], error: "ENOSPC" });
			await untilUnavailable(server, 20);
			const acknowledged = server.writes.acknowledged;
			await untilUnavailable(server, 20);
			const acknowledgedWhileFull = server.writes.acknowledged - acknowledged;
			const listed = await done(url, "GET", "/orgs?limit=1", { token });
			const readyWhileFull = await ask(url, "GET", "/health/ready");
			full.mend();
			while ((await ask(url, "GET", "/health/ready")).status !== 200) await Bun.sleep(20);
			const outcome = await outcomeOf(server);

			expect(listed).toHaveLength(1);
			expect(readyWhileFull.status).toBe(503);
			expect(acknowledgedWhileFull).toBeLessThan(20);
			expect(outcome).toEqual({ faults: [], disconnected: 0 });
		},
		LIMIT_MS,
	);

	test(
		"that has no room for the log: Postgres starts again until it has room, the server goes on",
		async () => {
			await using server = await loadServer({ engine: "postgres", postgresEnv: disk.env });
			await server.untilAcknowledged(20);

			const full = fail(server, "pg_wal", { calls: ["write"], error: "ENOSPC" });
			await untilUnavailable(server, 40);
			full.mend();
			const release = superviseDatabase(server);
			const outcome = await outcomeOf(server);
			release();

			expect(full.hits()).toBeGreaterThan(0);
			expect(outcome).toEqual({ faults: [], disconnected: 0 });
		},
		LIMIT_MS,
	);
});

test(
	"a disk of Postgres that fails to sync its log, then its data in a checkpoint: Postgres recovers, and the server goes on",
	async () => {
		await using server = await loadServer({
			engine: "postgres",
			postgresEnv: disk.env,
			postgresSettings: DURABLE_POSTGRES,
		});
		const client = new SQL(server.databaseUrl, { max: 1 });
		await server.untilAcknowledged(20);

		const log = fail(server, "pg_wal", { calls: ["sync"], error: "EIO", times: 1 });
		await untilUnavailable(server, 1);
		await server.untilAcknowledged(20);
		const data = fail(server, "base", { calls: ["sync"], error: "EIO", times: 1 });
		const checkpoint = await client.unsafe("CHECKPOINT").catch((error: unknown) => error);
		await untilUnavailable(server, 1);
		const outcome = await outcomeOf(server);
		await client.close({ timeout: 0 });

		expect([log.hits() > 0, data.hits() > 0]).toEqual([true, true]);
		expect(checkpoint).toBeInstanceOf(Error);
		expect(outcome).toEqual({ faults: [], disconnected: 0 });
	},
	LIMIT_MS,
);
