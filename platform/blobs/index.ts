/**
 * Blobs are stored for an owner and read by the id that the ledger of `platform/artifacts` assigned (decision 033). An
 * object outside the ledger cannot be read and is deleted later. Temporary files are those of `core.spool`.
 */
export {
	asStorageError,
	ContentMismatchError,
	DamagedObjectError,
	DraftLostError,
	DraftOffsetError,
	objectsOutageOf,
} from "./errors.ts";
export { type Inspection, inspectBlobs } from "./inspection.ts";
export { LOST_KEY, objectKeyAad } from "./keys.ts";
export { adoptObjects, type Ownership, ownershipOf } from "./marker.ts";
export {
	assertObjectName,
	type FoundObject,
	isObjectName,
	NO_OBJECT,
	type ObjectDraft,
	type ObjectName,
	type ObjectStore,
} from "./objects.ts";
export type {
	BlobDraft,
	BlobOwner,
	Blobs,
	ByteRange,
	DraftState,
	OpenBlob,
	OwnedBlobs,
	Spool,
	SpoolFile,
	StoredObject,
} from "./ports.ts";
export { createProvenObjects, type ObjectsProblem, type ObjectsProof } from "./proof.ts";
export { toStream } from "./reader.ts";
export { createBlobs } from "./service.ts";
export { createSpool } from "./spool.ts";
export { listStoredObjects, type StoredObjectRow } from "./stored.ts";
export { scheduleSweep, sweep } from "./sweep.ts";
