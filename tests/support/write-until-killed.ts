/** `bun tests/support/write-until-killed.ts URL`: inserts rows until it is killed, and prints the id of each committed one. */
import { jobs } from "#db/schema/index";
import { openStore } from "#db/store";
import { writable } from "#tests/support/database";
import { jobRow } from "#tests/support/rows";

const store = writable(await openStore({ url: process.argv[2] ?? "" }));

async function write(): Promise<never> {
	for (;;) {
		const row = jobRow(0);
		await store.tx(async (tx) => {
			await tx.insert(jobs).values(row);
		});
		process.stdout.write(`${row.id}\n`);
	}
}

await Promise.all(Array.from({ length: 8 }, write));
