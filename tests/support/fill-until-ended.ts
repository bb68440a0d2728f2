/**
 * `bun tests/support/fill-until-ended.ts URL FRAMES [ROWS] [BYTES]`: opens the store as the server does, copies its log
 * from so many frames on, and inserts rows with so many bytes by eight writers. Prints `open`, the id of each acknowledged
 * row, and `refused CODE` for each refusal, after which it pauses. After so many rows, and on SIGTERM, it prints `health`
 * with what is wrong, closes the store and prints `closed`. The file `URL.acknowledged` is as many bytes long as rows are
 * acknowledged: the journal of a faulty disk has its truncations.
 */
import { ftruncateSync, openSync } from "node:fs";
import { jobs } from "#db/schema/index";
import { errorCode, isUnavailable, openStore } from "#db/store";
import { writable } from "#tests/support/database";
import { jobRow } from "#tests/support/rows";

const [url = "", frames = "", rows = "1000000", bytes = "2000"] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const store = writable(
	await openStore({
		url,
		serves: true,
		checkpointFrames: Number(frames),
		onCheckpointRetry: (error) => say(`retry ${errorCode(error) ?? error.message}`),
	}),
);
const counter = openSync(`${url}.acknowledged`, "w");
say("open");
let acknowledged = 0;
let left = Number(rows);
process.on("SIGTERM", () => {
	left = 0;
});

async function write(): Promise<void> {
	while (left-- > 0) {
		const row = jobRow("x".repeat(Number(bytes)));
		try {
			await store.tx(async (tx) => {
				await tx.insert(jobs).values(row);
			});
			ftruncateSync(counter, ++acknowledged);
			say(row.id);
		} catch (error) {
			if (!isUnavailable(error)) throw error;
			say(`refused ${errorCode(error) ?? String(error)}`);
			await Bun.sleep(50);
		}
	}
}

await Promise.all(Array.from({ length: 8 }, write));
say(`health ${(await store.health()).detail ?? "ok"}`);
await store.close();
say("closed");
