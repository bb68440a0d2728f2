import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blobs as blobRows, organizations } from "#db/schema/index";
import { newId } from "#kernel/ids";
import { createVault } from "#kernel/secrets";
import { type ArtifactOwner, artifactsOf } from "#platform/artifacts";
import { type Blobs, createBlobs, createSpool, type ObjectStore, type StoredObject } from "#platform/blobs";
import { openTestStore, type TestStore } from "./database.ts";
import { AT_MS, organizationRow } from "./rows.ts";

/** A blob store over objects, with a ledger and tenants of its own. */
export interface BlobWorld {
	readonly objects: ObjectStore;
	readonly blobs: Blobs;
	/** Opens what another process would: the same objects, database and key, nothing of this one's memory. */
	readonly another: (isEncrypting?: boolean) => Blobs;
	readonly store: TestStore;
	/** A folder of its own, for the spool and, where they lie on a disk, the objects. */
	readonly folder: string;
	/** Creates an organization, and returns an owner in it. */
	owner(): Promise<ArtifactOwner>;
	/** Enters an object into the ledger and returns the id of its blob. */
	enter(owner: ArtifactOwner, object: StoredObject): Promise<string>;
	close(): Promise<void>;
}

/** How a {@link BlobWorld} is opened. */
export interface BlobWorldOptions {
	readonly open: (folder: string) => ObjectStore | Promise<ObjectStore>;
	readonly isEncrypting: boolean;
}

/** Opens a blob store. */
export async function openBlobWorld({ open, isEncrypting }: BlobWorldOptions): Promise<BlobWorld> {
	const folder = mkdtempSync(join(tmpdir(), "parley-blobs-"));
	const store = await openTestStore();
	const objects = await open(folder);
	const vault = createVault(new Uint8Array(32).fill(7));
	const another = (encrypting = isEncrypting) =>
		createBlobs({ objects, store: store.program, vault, newId, spool: createSpool(folder), isEncrypting: encrypting });
	return {
		objects,
		blobs: another(),
		another,
		store,
		folder,
		async owner() {
			const orgId = newId("org");
			await store.db.insert(organizations).values(organizationRow({ id: orgId }));
			return { orgId, ownerType: "recording", ownerId: newId("rec"), meetingId: null };
		},
		async enter(owner, object) {
			const { blobId } = await store.tx((tx) => artifactsOf(tx, owner.orgId).add(owner, object, AT_MS));
			if (blobId === null) throw new Error("an object has a blob");
			return blobId;
		},
		async close() {
			await store.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Returns all rows of blobs. */
export const blobRowsOf = ({ store }: BlobWorld) => store.acrossTenants.db.select().from(blobRows);

/** Returns `bytes` of content that differs from place to place, and with the seed. */
export function contentOf(bytes: number, seed = 1): Uint8Array {
	const content = new Uint8Array(bytes);
	let state = seed * 2_654_435_761;
	for (let i = 0; i < bytes; i++) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		content[i] = state >>> 24;
	}
	return content;
}

/** Gives pieces of 64 KiB without end, each with its number in front. */
export function* endlessContent(): Generator<Uint8Array> {
	for (let number = 0; ; number++) {
		const piece = new Uint8Array(65_536).fill(number);
		new DataView(piece.buffer).setUint32(0, number);
		yield piece;
	}
}

/** Gives content in pieces of `pieceBytes`. */
export async function* inPieces(content: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < content.length; at += pieceBytes) yield content.slice(at, at + pieceBytes);
}

/** Gives content as one piece. */
export const whole = (content: Uint8Array): AsyncGenerator<Uint8Array> => inPieces(content, content.length || 1);

/** Returns the SHA-256 of a content, hex. */
export const sha256Of = (content: Uint8Array): string => Bun.SHA256.hash(content, "hex");

/** Reads a stream to its end. */
export const readAll = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
	new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer());
