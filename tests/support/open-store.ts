/** `bun tests/support/open-store.ts URL`: opens a store, prints its health as JSON, closes it. */
import { openStore } from "#db/store";

const store = await openStore({ url: process.argv[2] ?? "" });
process.stdout.write(JSON.stringify(await store.health()));
await store.close();
