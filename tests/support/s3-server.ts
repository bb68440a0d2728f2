import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

/** An S3 server on this machine. */
export interface S3Server {
	/** What a client of it is configured with. */
	readonly bucket: {
		readonly endpoint: string;
		readonly bucket: string;
		readonly accessKeyId: string;
		readonly secretAccessKey: string;
		readonly region: string;
	};
	/** Where it keeps all of its objects and parts of uploads, as files. */
	readonly directory: string;
	close(): Promise<void>;
}

/** Resolves once a file has all of its bytes. */
async function untilWhole(path: string, size: number): Promise<void> {
	while (Bun.file(path).size !== size) await Bun.sleep(1);
}

/** Makes the server answer once a file is written: by itself it answers when it has only read everything. */
function awaitFiles(store: S3rver["store"]): void {
	const [putObject, putPart] = [store.putObject.bind(store), store.putPart.bind(store)];
	store.putObject = async (object) => {
		const put = await putObject(object);
		await untilWhole(store.getResourcePath(object.bucket, object.key, "object"), put.size);
		return put;
	};
	store.putPart = async (bucket, upload, part, content) => {
		const put = await putPart(bucket, upload, part, content);
		await untilWhole(join(store.getResourcePath(bucket, undefined, "uploads"), upload, String(part)), put.size);
		return put;
	};
}

/** Starts s3rver, which somebody else wrote, with an empty bucket. */
export async function openS3Server(): Promise<S3Server> {
	const directory = mkdtempSync(join(tmpdir(), "parley-s3-"));
	const server = new S3rver({
		address: "127.0.0.1",
		port: 0,
		silent: true,
		directory,
		configureBuckets: [{ name: "parley", configs: [] }],
	});
	awaitFiles(server.store);
	// Its own formats lines with a package of which this runtime finds another version; nobody reads them.
	server.logger.format = { transform: (info) => info };
	const { port } = await server.run();
	return {
		bucket: {
			endpoint: `http://127.0.0.1:${port}`,
			bucket: "parley",
			accessKeyId: "S3RVER",
			secretAccessKey: "S3RVER",
			region: "us-east-1",
		},
		directory,
		async close() {
			await server.close();
			rmSync(directory, { recursive: true, force: true });
		},
	};
}
