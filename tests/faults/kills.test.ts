/** What is killed again and again while it is written to: nothing that was acknowledged is lost or done twice. */
import { expect, test } from "bun:test";
import { loadServer } from "#tests/support/loaded-server";

const KILLS = 2;
const LIMIT_MS = 120_000;

test.each(["sqlite", "postgres"] as const)(
	"a server on %s keeps what it acknowledged whenever it is killed",
	async (engine) => {
		await using server = await loadServer({ engine });

		for (let kill = 1; kill <= KILLS; kill++) {
			await server.untilAcknowledged(20);
			await server.instance.kill();
			await server.instance.restart();
		}
		await server.untilAcknowledged(20);
		await server.rest();
		const settled = await server.writes.settle(server.databaseUrl);

		expect(server.writes.faults).toEqual([]);
		expect(server.writes.disconnected).toBeGreaterThanOrEqual(KILLS);
		expect(settled.events).toBeGreaterThan(40);
	},
	LIMIT_MS,
);

test(
	"a server outlives its database, and keeps what it acknowledged whenever that is killed",
	async () => {
		await using server = await loadServer({ engine: "postgres" });
		const { pid } = server.instance;

		for (let kill = 1; kill <= KILLS; kill++) {
			await server.untilAcknowledged(20);
			await server.postgres?.kill();
			await server.postgres?.restart();
		}
		await server.untilAcknowledged(20);
		await server.rest();
		await server.writes.settle(server.databaseUrl);

		expect(server.writes.faults).toEqual([]);
		expect(server.writes.unavailable).toBeGreaterThanOrEqual(KILLS);
		expect([server.writes.disconnected, server.instance.pid]).toEqual([0, pid]);
	},
	LIMIT_MS,
);
