/**
 * `bun tests/support/append-until-killed.ts FOLDER URL ORG STATE MODE`: writes content without end, as fast as it can, to a
 * draft (`draft`, whose state is STATE) or to a new object (`store`) of the encrypted store in FOLDER, until it is killed.
 * Prints a line once it has written a few MiB.
 */

import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { openStore } from "#db/store";
import { newId } from "#kernel/ids";
import { createVault } from "#kernel/secrets";
import { createBlobs, createSpool } from "#platform/blobs";
import { endlessContent } from "./blob-stores.ts";

const [folder = "", url = "", orgId = "", state = "{}", mode = ""] = process.argv.slice(2);
const blobs = createBlobs({
	objects: createDiskObjects(join(folder, "blobs")),
	store: await openStore({ url }),
	vault: createVault(new Uint8Array(32).fill(7)),
	newId,
	spool: createSpool(folder),
	isEncrypting: true,
});
const owned = blobs.forOwner({ orgId, ownerType: "upload", ownerId: "x", meetingId: null });

async function* content() {
	let bytes = 0;
	for (const piece of endlessContent()) {
		yield piece;
		const before = bytes;
		bytes += piece.length;
		if (before < 2 ** 22 && bytes >= 2 ** 22) process.stdout.write("started\n");
	}
}

if (mode === "draft") await (await owned.resume(JSON.parse(state))).append(content(), 0);
else await owned.store(content());
