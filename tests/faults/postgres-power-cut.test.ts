/** Postgres without power: whatever the disk made of what was not synced, what was acknowledged is there. */
import { expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { SQL } from "bun";
import { readContents } from "#tests/support/contents";
import { createFaultyDisk } from "#tests/support/faulty-disk";
import { forThisFile } from "#tests/support/for-this-file";
import { loadServer } from "#tests/support/loaded-server";
import { DURABLE_POSTGRES } from "#tests/support/postgres";
import { replayPowerCut } from "#tests/support/power-cut";
import { Promises } from "#tests/support/promises";
import { preloadingTest as test } from "../support/preloaded-library.ts";

const disk = await forThisFile(createFaultyDisk());

const CUTS = 3;
const LIMIT_MS = 180_000;

/** Returns a generator of numbers from 0 to below 1 (mulberry32). */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

test(
	"power cuts under Postgres, in checkpoints too, lose nothing acknowledged",
	async () => {
		await using server = await loadServer({
			engine: "postgres",
			postgresEnv: disk.env,
			// Segments of the log are not filled with zeros, which only makes the recording longer.
			postgresSettings: { ...DURABLE_POSTGRES, wal_init_zero: "off", checkpoint_completion_target: "0" },
		});
		const { postgres, writes, databaseUrl } = server;
		if (!postgres) throw new Error("a Postgres was asked for");
		const before = `${postgres.data}-before`;
		await server.rest();
		await postgres.kill();
		spawnSync("cp", ["-a", postgres.data, before]);
		disk.record(`${postgres.data}/*`);
		await postgres.restart();

		const promises = new Promises(disk.recorded);
		writes.onAcknowledged = (id, state) => promises.add(id, state);
		const client = new SQL(databaseUrl, { max: 1 });
		server.work();
		for (let checkpoint = 0; checkpoint < 3; checkpoint++) {
			await server.untilAcknowledged(60);
			await client.unsafe("CHECKPOINT");
		}
		await server.rest();
		await client.close({ timeout: 0 });
		await server.instance.kill();
		await postgres.kill();
		disk.record("");

		const records = disk.journal();
		const first = records.findIndex(({ end }) => promises.countBefore(end) > 0);
		const results: { readonly acknowledged: number; readonly faults: readonly string[] }[] = [];
		for (let cut = 1; cut <= CUTS; cut++) {
			const random = seeded(cut);
			const upTo = first + Math.floor(random() * (records.length - first));
			replayPowerCut({
				recorded: postgres.data,
				before,
				records: records.slice(0, upTo),
				into: postgres.data,
				random,
			});
			spawnSync("chown", ["-R", "--reference", before, postgres.data]);
			await postgres.restart({ fsync: "off" });
			const moment = records[upTo - 1]?.end ?? 0;
			const faults = promises.faultsAt(moment, await readContents(databaseUrl));
			results.push({ acknowledged: promises.countBefore(moment), faults });
			await postgres.kill();
		}

		expect(writes.faults).toEqual([]);
		expect(results.flatMap(({ faults }) => faults)).toEqual([]);
		expect(results.every(({ acknowledged }) => acknowledged > 0)).toBe(true);
	},
	LIMIT_MS,
);
