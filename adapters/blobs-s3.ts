import { S3Client } from "bun";
import {
	assertObjectName,
	type FoundObject,
	isObjectName,
	type ObjectDraft,
	type ObjectName,
	type ObjectStore,
} from "#platform/blobs";
import { requestS3, type S3Bucket, S3Error } from "./s3-request.ts";

/** Size of the parts of an upload: the smallest there may be, since each upload keeps one in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** Bytes that are read at once. */
const READ_BYTES = 1024 * 1024;
const LIST_KEYS = 1_000;
/** Answers to the request to abort an upload that is over, and of services that do not know the request. */
const NO_ABORT = new Set(["NoSuchUpload", "MethodNotAllowed", "NotImplemented"]);

/** What is stored beside a draft, in front of the bytes that do not fill a part. */
interface Checkpoint {
	/** Bytes of the draft that are durable. */
	readonly sizeBytes: number;
	readonly note: string;
	/** Null: everything fits beside the note. */
	readonly uploadId: string | null;
	/** Entity tags of the parts there are. */
	readonly parts: readonly string[];
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Returns undefined in place of the error that there is no such object. */
const ifThere = (error: unknown): undefined => {
	if (codeOf(error) !== "NoSuchKey") throw error;
	return undefined;
};

const objectKey = ({ orgId, storageKey }: ObjectName): string => `${orgId}/objects/${storageKey}`;
const noteKey = ({ orgId, storageKey }: ObjectName): string => `${orgId}/drafts/${storageKey}`;
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * Creates a store of objects in a bucket. A draft is a multipart upload, and an object with its checkpoint: the note, and
 * the bytes that do not fill a part yet.
 */
export function createS3Objects(bucket: S3Bucket): ObjectStore {
	const client = new S3Client({ ...bucket });

	const sizeOf = async (name: ObjectName): Promise<number | undefined> => {
		assertObjectName(name);
		return (await client.stat(objectKey(name)).catch(ifThere))?.size;
	};

	async function readCheckpoint(name: ObjectName) {
		const bytes = await client.file(noteKey(name)).bytes().catch(ifThere);
		if (bytes === undefined) return undefined;
		const end = bytes.indexOf(10);
		const checkpoint: Checkpoint = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
		return { checkpoint, rest: bytes.subarray(end + 1) };
	}

	function draftOf(name: ObjectName, checkpoint: Checkpoint, rest: Uint8Array): ObjectDraft {
		const key = objectKey(name);
		const parts = [...checkpoint.parts];
		let { uploadId, sizeBytes: size } = checkpoint;
		/** Bytes of the part that is being filled. */
		let buffer = new Uint8Array(rest.length);
		buffer.set(rest);
		let filled = rest.length;

		async function uploadPart(body: Uint8Array): Promise<void> {
			uploadId ??= await begin(key);
			const query = { partNumber: String(parts.length + 1), uploadId };
			const { headers } = await requestS3(bucket, { method: "PUT", key, query, body });
			parts.push(headers.get("etag") ?? "");
		}

		async function saveNote(note: string, kept: Uint8Array): Promise<void> {
			const header: Checkpoint = { sizeBytes: size, note, uploadId, parts };
			await client.write(noteKey(name), Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), kept]));
		}

		return {
			async write(bytes) {
				if (buffer.length < PART_BYTES) {
					const whole = new Uint8Array(PART_BYTES);
					whole.set(buffer.subarray(0, filled));
					buffer = whole;
				}
				for (let rest = bytes; rest.length > 0; ) {
					const piece = rest.subarray(0, PART_BYTES - filled);
					buffer.set(piece, filled);
					filled += piece.length;
					rest = rest.subarray(piece.length);
					if (filled < PART_BYTES) break;
					await uploadPart(buffer);
					filled = 0;
				}
				size += bytes.length;
			},
			checkpoint: (note) => saveNote(note, buffer.subarray(0, filled)),
			async complete() {
				if ((await sizeOf(name)) === size) return;
				const last = buffer.subarray(0, filled);
				if (uploadId === null) {
					await client.write(key, last);
					return;
				}
				if (filled > 0) await uploadPart(last);
				const list = parts.map(
					(etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
				);
				const body = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
				await requestS3(bucket, { method: "POST", key, query: { uploadId }, body });
			},
			saveNote: (note) => saveNote(note, new Uint8Array(0)),
			// Parts that came after the checkpoint are replaced by those that come again.
			rollBack: () => Promise.resolve(),
			close: () => Promise.resolve(),
		};
	}

	async function begin(key: string): Promise<string> {
		const { text } = await requestS3(bucket, { method: "POST", key, query: { uploads: "" } });
		const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
		if (uploadId === undefined) {
			const message = "the S3 service began an upload without an id";
			throw new S3Error(message, { code: "NoUploadId", isTransient: false });
		}
		return uploadId;
	}

	async function removeDraft(name: ObjectName): Promise<void> {
		assertObjectName(name);
		const uploadId = (await readCheckpoint(name))?.checkpoint.uploadId;
		if (uploadId)
			await requestS3(bucket, { method: "DELETE", key: objectKey(name), query: { uploadId } }).catch(
				(error: unknown) => {
					if (!NO_ABORT.has(codeOf(error))) throw error;
				},
			);
		await client.delete(noteKey(name));
	}

	async function* list(prefix: string): AsyncGenerator<FoundObject> {
		for (let startAfter = ""; ; ) {
			const { contents = [] } = await client.list({ prefix, maxKeys: LIST_KEYS, ...(startAfter && { startAfter }) });
			for (const { key, lastModified } of contents) {
				const [orgId = "", folder, storageKey = ""] = key.split("/");
				const found = { orgId, storageKey, isDraft: folder === "drafts" };
				if (isObjectName(found)) yield { ...found, changedAtMs: Date.parse(String(lastModified)) };
			}
			if (contents.length < LIST_KEYS) return;
			startAfter = contents.at(-1)?.key ?? "";
		}
	}

	return {
		async create(name) {
			assertObjectName(name);
			return draftOf(name, { sizeBytes: 0, note: "", uploadId: null, parts: [] }, new Uint8Array(0));
		},

		async reopen(name) {
			assertObjectName(name);
			const found = await readCheckpoint(name);
			if (found === undefined) return undefined;
			return { draft: draftOf(name, found.checkpoint, found.rest), note: found.checkpoint.note };
		},

		removeDraft,
		sizeOf,

		async *read(name, { start, end }, unitBytes) {
			assertObjectName(name);
			const file = client.file(objectKey(name));
			const pieceBytes = Math.max(1, Math.floor(READ_BYTES / unitBytes)) * unitBytes;
			for (let position = start; position < end; position += pieceBytes) {
				const piece = await file.slice(position, Math.min(end, position + pieceBytes)).bytes();
				if (piece.length > 0) yield piece;
				if (piece.length < pieceBytes) return;
			}
		},

		link: () => Promise.resolve(false),

		async remove(name) {
			assertObjectName(name);
			await client.delete(objectKey(name));
		},

		async removeTenant(orgId) {
			assertObjectName({ orgId, storageKey: `obj_${"0".repeat(26)}` });
			for await (const { isDraft, storageKey } of list(`${orgId}/`)) {
				const name = { orgId, storageKey };
				await (isDraft ? removeDraft(name) : client.delete(objectKey(name)));
			}
		},

		list: () => list(""),
	};
}
