import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { newId } from "#kernel/ids";
import { createVault } from "#kernel/secrets";
import { type Blobs, type BlobOwner, createBlobs, createSpool, type ObjectStore, type StoredObject } from "#platform/blobs";
import { artifactsOf } from "#platform/artifacts";
import { openTestStore, type TestStore } from "./database.ts";
import { insertOrganization } from "./rows.ts";

/** A blob store over objects, with a ledger and tenants of its own. */
export interface BlobWorld {
	readonly objects: ObjectStore;
	readonly blobs: Blobs;
	/** A second process on the same objects and the same database. */
	readonly another: () => Blobs;
	readonly store: TestStore;
	/** Folder of the spool. */
	readonly folder: string;
	/** Returns an owner of a new organization, or of a given one. */
	owner(orgId?: string): Promise<BlobOwner>;
	/** Enters an object into the ledger, and returns its blob. */
	enter(owner: BlobOwner, object: StoredObject): Promise<string>;
	close(): Promise<void>;
}
