/** `bun tests/support/index-until-killed.ts URL`: indexes what was said until it is killed; prints a line after each transaction. */
import { openStore } from "#db/store";
import { systemClock } from "#kernel/clock";
import { createIndexer } from "../../modules/transcripts/transcript-search/indexer.ts";

const store = await openStore({ url: process.argv[2] ?? "" });
const indexer = createIndexer({ store, clock: systemClock });
for (;;) {
	await indexer.indexDue(1);
	process.stdout.write("indexed\n");
	await Bun.sleep(20);
}
