/**
 * `bun bench/servers/blobs.ts FOLDER WAY MIB AT_ONCE`: writes MIB of content, in pieces of 8 MiB, AT_ONCE at the same time,
 * and prints what it took. Ways: `bare` (`Bun.write`, a file for each piece), `plain` and `sealed` (drafts of the blob
 * store), `resumed` (sealed, each piece by a process that knows nothing).
 */

import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { openStore } from "#db/store";
import { newId } from "#kernel/ids";
import { createVault } from "#kernel/secrets";
import { createBlobs, createSpool } from "#platform/blobs";

const MIB = 2 ** 20;
const PIECE_BYTES = 8 * MIB;
/** What a request of Bun gives at once. */
const CHUNK_BYTES = 65_536;

const [folder = "", way = "", mib = "", atOnce = ""] = process.argv.slice(2);
const piece = new Uint8Array(PIECE_BYTES);
for (let at = 0; at < PIECE_BYTES; at += CHUNK_BYTES) crypto.getRandomValues(piece.subarray(at, at + CHUNK_BYTES));
const store = await openStore({ url: join(folder, "blobs.db") });

const open = () =>
	createBlobs({
		objects: createDiskObjects(join(folder, "blobs")),
		store,
		vault: createVault(new Uint8Array(32)),
		newId,
		spool: createSpool(folder),
		isEncrypting: way !== "plain",
	});
const shared = open();

async function* chunks(bytes: number) {
	for (let at = 0; at < bytes; at += CHUNK_BYTES) yield piece.slice(at, at + CHUNK_BYTES);
}

async function writeBare(pieces: number, name: string): Promise<void> {
	for (let index = 0; index < pieces; index++) await Bun.write(join(folder, `${name}-${index}`), piece);
}

async function append(pieces: number): Promise<void> {
	const owner = { class: "recordings", ownerType: "upload", ownerId: "upl_1", meetingId: null } as const;
	const ofOrg = { ...owner, orgId: newId("org") };
	const { state } = await shared.forOwner(ofOrg).draft();
	for (let index = 0; index < pieces; index++) {
		const blobs = way === "resumed" ? open() : shared;
		await (await blobs.forOwner(ofOrg).resume(state)).append(chunks(PIECE_BYTES), index * PIECE_BYTES);
	}
	await (await shared.forOwner(ofOrg).resume(state)).finish();
}

const work = (pieces: number, name: string) => (way === "bare" ? writeBare(pieces, name) : append(pieces));

// What is compiled and loaded on first use is no growth.
await Promise.all(Array.from({ length: Number(atOnce) }, (_, index) => work(2, `warm-${index}`)));
Bun.gc(true);
const rssBefore = process.memoryUsage.rss();
let rss = rssBefore;
const watch = setInterval(() => {
	rss = Math.max(rss, process.memoryUsage.rss());
}, 20);
const [cpuBefore, before] = [process.cpuUsage(), performance.now()];
const each = Math.max(1, Math.round((Number(mib) * MIB) / PIECE_BYTES / Number(atOnce)));
await Promise.all(Array.from({ length: Number(atOnce) }, (_, index) => work(each, String(index))));
const ms = performance.now() - before;
const cpu = process.cpuUsage(cpuBefore);
clearInterval(watch);
const written = each * Number(atOnce) * PIECE_BYTES;
const result = {
	mibPerSecond: written / MIB / (ms / 1000),
	cpuMsPerGib: ((cpu.user + cpu.system) / 1000) * (1024 / (written / MIB)),
	rssGrowthMib: (rss - rssBefore) / MIB,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit();
