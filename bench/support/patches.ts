import { connect } from "node:net";

/** An upload to be sent. */
export interface SentUpload {
	/** Address of the requests. */
	readonly url: string;
	readonly token: string;
	readonly sizeBytes: number;
	/** Bytes of each request. */
	readonly chunkBytes: number;
	/** The content, over and over again; it begins with the head of a recording. */
	readonly block: Uint8Array;
}

/** Sends content by PATCH requests over one connection, without a library: as fast as it is taken. */
export function sendPatches({ url, token, sizeBytes, chunkBytes, block }: SentUpload): Promise<void> {
	const { hostname, port, pathname } = new URL(url);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		let offset = 0;
		let end = 0;

		function next(): void {
			if (end === sizeBytes) {
				socket.end();
				resolve();
				return;
			}
			end = Math.min(sizeBytes, end + chunkBytes);
			socket.write(
				`PATCH ${pathname} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nTus-Resumable: 1.0.0\r\n` +
					`Upload-Offset: ${offset}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${end - offset}\r\n\r\n`,
			);
			pump();
		}

		function pump(): void {
			while (offset < end) {
				const at = offset % block.length;
				const part = block.subarray(at, Math.min(block.length, at + end - offset));
				offset += part.length;
				if (!socket.write(part)) {
					socket.once("drain", pump);
					return;
				}
			}
		}

		socket.on("error", reject);
		socket.on("data", (data) => {
			const [status = ""] = data.toString("latin1").split("\r\n");
			if (status.includes(" 204 ")) next();
			else reject(new Error(`a PATCH was answered ${status}`));
		});
		socket.on("connect", next);
	});
}
