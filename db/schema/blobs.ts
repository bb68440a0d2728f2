import { sql } from "drizzle-orm";
import { sealed, within } from "../declarations.ts";
import { bigint, foreignKey, id, index, instant, int, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Objects in the blob store: the bytes of recordings, waveforms and the like. Every one belongs to an artifact. */
export const blobs = table(
	"blobs",
	{
		...ofTenant({
			notExported: "how objects are stored; their content is in the archive",
			erased: "their objects are removed by a job",
		}),
		/** SHA-256 of the content, hex: equal content of an organization is stored once. */
		sha256: id().notNull(),
		/** Size of the content. */
		sizeBytes: bigint().notNull(),
		/** Name of the object in the store. */
		storageKey: text().notNull(),
		/** Key of the object, sealed; null: stored as it is. */
		sealedKey: sealed(text()),
		/** Bytes of content in each encrypted chunk; 0: stored as it is. */
		chunkBytes: int().notNull(),
		/** `orphaned`: no artifact needs it any longer, and its object is about to be deleted. */
		state: oneOf("stored", "orphaned").notNull(),
		/** The run of the purge that orphaned it, whose receipt waits for the end of its object; null: none did. */
		purgeRunId: id(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("blobs", t),
		uniqueIndex("blobs_content_unique").on(t.orgId, t.sha256).where(sql`${t.state} = 'stored'`),
		uniqueIndex("blobs_storage_key_unique").on(t.orgId, t.storageKey),
		index("blobs_orphaned").on(t.orgId, t.id).where(sql`${t.state} = 'orphaned'`),
		index("blobs_purged").on(t.orgId, t.purgeRunId).where(sql`${t.purgeRunId} is not null`),
		...knownValues("blobs", t),
	],
);

/** A blob as stored. */
export type BlobRow = typeof blobs.$inferSelect;

/** Classes of data with a retention period of their own, as far as they are artifacts. */
export const ARTIFACT_CLASSES = ["recordings", "transcripts", "chatLogs", "examData"] as const;
export type ArtifactClass = (typeof ARTIFACT_CLASSES)[number];

/** What owns artifacts, and the class of data that these are of unless their meeting is an exam. */
export const CLASS_OF_OWNER = {
	recording: "recordings",
	waveform: "recordings",
	transcript: "transcripts",
	translation: "transcripts",
	summary: "transcripts",
	action_items: "transcripts",
	attendance: "transcripts",
	chat: "chatLogs",
} as const satisfies Readonly<Record<string, ArtifactClass>>;
/** Noun of an owner of artifacts. */
export type ArtifactOwnerType = keyof typeof CLASS_OF_OWNER;

/**
 * The ledger of everything captured or derived, blob or rows: what it is, whose, of which class, how large, since when.
 * Retention, export and erasure follow it, so an artifact enters it in the transaction that creates it.
 */
export const artifacts = table(
	"artifacts",
	{
		...ofTenant({ export: "content-ledger" }),
		class: oneOf(...ARTIFACT_CLASSES).notNull(),
		/** Noun of its owner, see {@link CLASS_OF_OWNER}. */
		ownerType: text().$type<ArtifactOwnerType>().notNull(),
		/** Id of its owner. */
		ownerId: id().notNull(),
		/** The meeting it was made from; null for none. */
		meetingId: within({
			noArtifact: "the ledger itself",
			keeps: "the ledger says what there was, and when it was deleted",
		}),
		/** Its bytes in the blob store; null: it consists of rows. */
		blobId: id(),
		sizeBytes: bigint().notNull(),
		createdAtMs: instant().notNull(),
		/** Start of its retention period; null while the meeting lasts. Of a chat: the earliest message there may be. */
		clockStartsAtMs: instant(),
		/** When it was decided that it is deleted: nobody sees it from then on. Null: it was not. */
		purgeStartedAtMs: instant(),
		/** Null while it exists. */
		deletedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("artifacts", t),
		foreignKey({
			name: "artifacts_blob_fk",
			columns: [t.orgId, t.blobId],
			foreignColumns: [blobs.orgId, blobs.id],
		}),
		uniqueIndex("artifacts_owner_unique").on(t.orgId, t.ownerType, t.ownerId).where(sql`${t.deletedAtMs} is null`),
		index("artifacts_of_meeting").on(t.orgId, t.meetingId, t.id),
		index("artifacts_purging")
			.on(t.orgId, t.id)
			.where(sql`${t.purgeStartedAtMs} is not null and ${t.deletedAtMs} is null`),
		// With everything that a preview counts, so that it reads no rows.
		index("artifacts_by_expiry")
			.on(t.orgId, t.class, t.clockStartsAtMs, t.id, t.sizeBytes)
			.where(sql`${t.deletedAtMs} is null and ${t.purgeStartedAtMs} is null`),
		index("artifacts_of_blob").on(t.orgId, t.blobId, t.deletedAtMs).where(sql`${t.blobId} is not null`),
		...knownValues("artifacts", t),
	],
);

/** An entry of the ledger as stored. */
export type ArtifactRow = typeof artifacts.$inferSelect;
