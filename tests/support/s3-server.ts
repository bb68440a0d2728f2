import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver, { type Put } from "s3rver";

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

/** Resolves once a file has the content that was put: one that it replaces may be of the same size. */
async function untilWhole(path: string, { size, md5 }: Put): Promise<void> {
	const isWhole = async () => {
		const file = Bun.file(path);
		if (!(await file.exists()) || file.size !== size) return false;
		return (
			createHash("md5")
				.update(await file.bytes())
				.digest("hex") === md5
		);
	};
	// No longer than this: another request may have replaced it by then.
	for (let n = 0; n < 1_000 && !(await isWhole()); n++) await Bun.sleep(1);
}

/** Makes the server answer once a file is written: by itself it answers when it has only read everything. */
function awaitFiles(store: S3rver["store"]): void {
	const [putObject, putPart] = [store.putObject.bind(store), store.putPart.bind(store)];
	store.putObject = async (object) => {
		const put = await putObject(object);
		await untilWhole(store.getResourcePath(object.bucket, object.key, "object"), put);
		return put;
	};
	store.putPart = async (bucket, upload, part, content) => {
		const put = await putPart(bucket, upload, part, content);
		await untilWhole(join(store.getResourcePath(bucket, undefined, "uploads"), upload, String(part)), put);
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
