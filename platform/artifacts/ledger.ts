import { type ArtifactOwnerType, type ArtifactRow, type BlobRow, CLASS_OF_OWNER, type MeetingRow } from "#db/schema";
import type { Db } from "#db/store";
import { newId } from "#kernel/ids";
import type { BlobOwner, StoredObject } from "#platform/blobs";
import { noteRemovals } from "#platform/removals";
import { recordUsage } from "#platform/usage";
import { classOf, clockOf } from "./clocks.ts";
import { blobsOf, ledgerOf } from "./repository/ledger.ts";

/** Content that consists of rows of the database. */
export interface RowsOnly {
	readonly rows: true;
	/** Their size as it shall be counted; 0 where nobody knows. */
	readonly sizeBytes: number;
}

/** Whose content an entry of the ledger is. */
export type ArtifactOwner = BlobOwner & { readonly ownerType: ArtifactOwnerType };

/** An entry of the ledger. */
export interface LedgerEntry {
	readonly artifactId: string;
	/** Its bytes; null: it consists of rows. */
	readonly blobId: string | null;
}

export type Artifacts = ReturnType<typeof artifactsOf>;

/**
 * The ledger of everything that was captured or derived, of one organization, within a transaction: what is stored
 * enters it in the transaction that creates it. Retention, export and erasure follow the ledger, and an object that is
 * not in it can neither be read nor does it last.
 */
export function artifactsOf(tx: Db, orgId: string) {
	const entries = ledgerOf(tx, orgId);
	const blobs = blobsOf(tx, orgId);

	/** Returns the blob with this content: the one there is, or the object as a new one. */
	async function shareBlob(object: StoredObject, nowMs: number): Promise<string> {
		const { sha256, sizeBytes, storageKey, sealedKey, chunkBytes } = object;
		const row = {
			id: newId("blb"),
			sha256,
			sizeBytes,
			storageKey,
			sealedKey,
			chunkBytes,
			purgeRunId: null,
			createdAtMs: nowMs,
		};
		const known = await blobs.lockByContent(sha256);
		if (known === undefined && (await blobs.tryInsert({ ...row, state: "stored" }))) {
			await recordUsage(tx, orgId, {
				...storedBytes,
				quantity: sizeBytes,
				subject: `blob:${row.id}`,
				occurredAtMs: nowMs,
			});
			return row.id;
		}
		// Somebody stored the same a moment ago, or long ago.
		const shared = known ?? (await blobs.lockByContent(sha256));
		if (shared === undefined) throw new Error("the object is already in the ledger");
		if (shared.storageKey !== storageKey) await blobs.insert({ ...row, state: "orphaned" });
		return shared.id;
	}

	async function release(blob: BlobRow, nowMs: number): Promise<void> {
		await blobs.update(blob.id, { state: "orphaned" });
		const usage = { ...storedBytes, quantity: -blob.sizeBytes, subject: `blob:${blob.id}:deleted` };
		await recordUsage(tx, orgId, { ...usage, occurredAtMs: nowMs });
	}

	/** Deletes the entry of an owner; returns whether it had one. */
	async function remove(ownerType: ArtifactOwnerType, ownerId: string, nowMs: number): Promise<boolean> {
		const entry = await entries.lockByOwner(ownerType, ownerId);
		if (entry === undefined) return false;
		const blob = entry.blobId === null ? undefined : await blobs.lock(entry.blobId);
		await entries.update(entry.id, { deletedAtMs: nowMs, blobId: null });
		await noteRemovals(tx, [{ kind: "artifact", orgId, subjectId: entry.id, atMs: nowMs }]);
		if (blob !== undefined && !(await entries.isNeeded(blob.id, entry.id))) await release(blob, nowMs);
		return true;
	}

	return {
		/**
		 * Enters content into the ledger. Equal content of an organization is stored once: the blob may be one there was.
		 * @param nowMs time of the change
		 * @param storedAtMs from when on it is kept: of what is made of other content, when the oldest of that was stored
		 * @throws Error when the object is of another organization, or the owner has an entry already
		 */
		async add(
			owner: ArtifactOwner,
			content: StoredObject | RowsOnly,
			nowMs: number,
			storedAtMs = nowMs,
		): Promise<LedgerEntry> {
			const isObject = "storageKey" in content;
			if (owner.orgId !== orgId || (isObject && content.orgId !== orgId)) throw new Error("content of another tenant");
			const { meetingId } = owner;
			const meeting = meetingId === null ? undefined : await entries.findMeeting(meetingId);
			const blobId = isObject ? await shareBlob(content, nowMs) : null;
			const entry = toEntry(owner, { blobId, sizeBytes: content.sizeBytes }, meeting, storedAtMs);
			await entries.insert(entry);
			return { artifactId: entry.id, blobId };
		},

		/**
		 * Enters rows into the ledger unless their owner has an entry already: for content that grows by one row at a time.
		 * @param nowMs time of the change
		 */
		async addOnce(owner: ArtifactOwner, nowMs: number): Promise<void> {
			if (owner.orgId !== orgId) throw new Error("content of another tenant");
			if (await entries.hasOwner(owner.ownerType, owner.ownerId)) return;
			const meeting = owner.meetingId === null ? undefined : await entries.findMeeting(owner.meetingId);
			// Somebody else may have entered it a moment ago.
			await entries.tryInsert(toEntry(owner, { blobId: null, sizeBytes: 0 }, meeting, nowMs));
		},

		remove,

		/**
		 * Keeps a file that no retention period applies to, and returns the id of its blob: its owner deletes it with
		 * `removeFile`. The content must be like no other of the organization.
		 * @param nowMs time of the change
		 * @throws Error when the object is of another organization
		 */
		async keepFile(object: StoredObject, nowMs: number): Promise<string> {
			if (object.orgId !== orgId) throw new Error("content of another tenant");
			return shareBlob(object, nowMs);
		},

		/** Removes a file that was kept with `keepFile`; its object is deleted soon after. */
		async removeFile(blobId: string, nowMs: number): Promise<void> {
			const blob = await blobs.lock(blobId);
			if (blob?.state === "stored" && !(await entries.isNeeded(blobId, ""))) await release(blob, nowMs);
		},

		/** Lets an owner's content, if it has any, follow what it was made from, whose purge has begun. */
		async purgeToo(ownerType: ArtifactOwnerType, ownerId: string, nowMs: number): Promise<void> {
			const entry = await entries.lockByOwner(ownerType, ownerId);
			if (entry?.purgeStartedAtMs === null) await entries.update(entry.id, { purgeStartedAtMs: nowMs });
		},

		/** Deletes up to `limit` entries of a meeting, regardless of their owner, and returns their number. */
		async removeOfMeeting(meetingId: string, limit: number, nowMs: number): Promise<number> {
			const owners = await entries.listOfMeeting(meetingId, limit);
			for (const { ownerType, ownerId } of owners) await remove(ownerType, ownerId, nowMs);
			return owners.length;
		},

		/**
		 * Brings the class and the retention period of everything a meeting has up to date with it. To be called by each
		 * change of its state, end or kind.
		 */
		async followMeeting(meeting: Pick<MeetingRow, "id" | "kind" | "state" | "endedAtMs">): Promise<void> {
			await entries.follow(meeting);
		},
	};
}

const storedBytes = { meter: "storedBytes" } as const;

function toEntry(
	{ ownerType, ownerId, meetingId }: ArtifactOwner,
	content: Pick<ArtifactRow, "blobId" | "sizeBytes">,
	meeting: Pick<MeetingRow, "kind" | "state" | "endedAtMs"> | undefined,
	nowMs: number,
): Omit<ArtifactRow, "orgId"> {
	const own = CLASS_OF_OWNER[ownerType];
	const dataClass = classOf(own, meeting?.kind);
	return {
		id: newId("art"),
		class: dataClass,
		ownerType,
		ownerId,
		meetingId,
		...content,
		createdAtMs: nowMs,
		clockStartsAtMs: clockOf(dataClass, meeting, nowMs),
		purgeStartedAtMs: null,
		deletedAtMs: null,
	};
}
