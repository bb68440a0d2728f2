import { createReadStream } from "node:fs";
import { Upload } from "tus-js-client";

/** An upload by `tus-js-client`, as a page or a program does it. */
export interface ClientUpload {
	readonly url: string;
	readonly token: string;
	/** File with the content. */
	readonly path: string;
	readonly sizeBytes: number;
	readonly chunkBytes: number;
	/** Called with the bytes that the server has acknowledged. */
	readonly onAccepted?: (bytes: number) => void;
	/** Waits between attempts, in ms. */
	readonly retryDelaysMs?: readonly number[];
}

/** Uploads a file, resuming as often as it takes; rejects with the error of the client when that gives up. */
export function uploadByClient(upload: ClientUpload): Promise<void> {
	const { url, token, path, sizeBytes, chunkBytes, onAccepted, retryDelaysMs = [200, 500, 1000, 2000, 3000] } = upload;
	return new Promise((resolve, reject) => {
		new Upload(createReadStream(path), {
			uploadUrl: url,
			uploadSize: sizeBytes,
			chunkSize: chunkBytes,
			headers: { Authorization: `Bearer ${token}` },
			retryDelays: [...retryDelaysMs],
			onChunkComplete: (_size, accepted) => onAccepted?.(accepted),
			onError: reject,
			onSuccess: () => resolve(),
		}).start();
	});
}
