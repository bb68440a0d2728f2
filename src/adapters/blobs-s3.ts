import type { ObjectStore } from "#platform/blobs";
import type { S3Config } from "#src/config";
/** Creates a store of objects in a bucket. */
export function createS3Objects(_config: S3Config): ObjectStore {
	throw new Error("not built yet");
}
