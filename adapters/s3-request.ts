import { createHmac, hash } from "node:crypto";

/** A bucket, and who asks. */
export interface S3Bucket {
	/** URL of the service; the bucket is the first part of the path. */
	readonly endpoint: string;
	readonly bucket: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly region: string;
}

/** A request for an object. */
export interface S3Request {
	readonly method: "POST" | "PUT" | "DELETE";
	readonly key: string;
	readonly query: Readonly<Record<string, string>>;
	readonly body?: Uint8Array | string;
}

/** Thrown when the service refuses a request, or cannot be reached. */
export class S3Error extends Error {
	override readonly name = "S3Error";
	/** Code of the service, such as `NoSuchUpload`; of the system, such as `ECONNREFUSED`. */
	readonly code: string;
	/** Whether the same request may succeed later. */
	readonly isTransient: boolean;
	constructor(message: string, { code, isTransient, cause }: { code: string; isTransient: boolean; cause?: unknown }) {
		super(message, { cause });
		this.code = code;
		this.isTransient = isTransient;
	}
}

const ATTEMPTS = 4;
const TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 200;

/** Encodes like RFC 3986, which `encodeURIComponent` does not quite. */
const encode = (text: string): string =>
	encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/**
 * Returns the headers that sign a request: AWS Signature Version 4.
 * @param url with its query sorted and encoded as it is sent
 * @param headers further headers to be signed, names in lower case
 */
export function signS3(
	{ accessKeyId, secretAccessKey, region }: Omit<S3Bucket, "endpoint" | "bucket">,
	{ method, url, body = "" }: { readonly method: string; readonly url: URL; readonly body?: Uint8Array | string },
	at: Date,
	headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
	const time = at.toISOString().replace(/[-:]|\.\d{3}/g, "");
	const date = time.slice(0, 8);
	const digest = hash("sha256", body, "hex");
	const signed: Record<string, string> = {
		...headers,
		host: url.host,
		"x-amz-content-sha256": digest,
		"x-amz-date": time,
	};
	const names = Object.keys(signed).sort();
	const canonical = [
		method,
		url.pathname,
		url.search.slice(1),
		...names.map((name) => `${name}:${signed[name]}`),
		"",
		names.join(";"),
		digest,
	].join("\n");
	const scope = `${date}/${region}/s3/aws4_request`;
	const text = ["AWS4-HMAC-SHA256", time, scope, hash("sha256", canonical, "hex")].join("\n");
	const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, date));
	const signature = hmac(key, text).toString("hex");
	const { host: _sentByFetch, ...sent } = signed;
	const credential = `${accessKeyId}/${scope}`;
	return {
		...sent,
		authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names.join(";")},Signature=${signature}`,
	};
}

/**
 * Sends the requests of multipart uploads, which `Bun.S3Client` keeps to itself, and returns headers and body of the
 * response. Failures of the network and of the service are tried again.
 * @throws S3Error when the service refuses, or cannot be reached
 */
export async function requestS3(
	bucket: S3Bucket,
	{ method, key, query, body }: S3Request,
): Promise<{ readonly headers: Headers; readonly text: string }> {
	const names = Object.keys(query).sort();
	const search = names.map((name) => `${encode(name)}=${encode(query[name] ?? "")}`).join("&");
	const path = [bucket.bucket, ...key.split("/")].map(encode).join("/");
	const url = new URL(`${bucket.endpoint.replace(/\/$/, "")}/${path}?${search}`);
	for (let attempt = 1; ; attempt++) {
		const failure = await send(bucket, method, url, body).catch((error: unknown) => {
			if (attempt === ATTEMPTS || !(error instanceof S3Error) || !error.isTransient) throw error;
			return null;
		});
		if (failure !== null) return failure;
		await Bun.sleep(FIRST_PAUSE_MS * 2 ** attempt);
	}
}

async function send(bucket: S3Bucket, method: string, url: URL, body: Uint8Array | string | undefined) {
	const response = await fetch(url, {
		method,
		headers: signS3(bucket, { method, url, ...(body !== undefined && { body }) }, new Date()),
		...(body !== undefined && { body: body as BodyInit }),
		signal: AbortSignal.timeout(TIMEOUT_MS),
	}).catch(unreachable);
	const text = await response.text().catch(unreachable);
	// A completed upload may fail although its status, which was sent first, is 200.
	const code = /<Error>[\s\S]*?<Code>([^<]*)<\/Code>/.exec(text)?.[1];
	if (response.ok && code === undefined) return { headers: response.headers, text };
	const isTransient = response.status >= 500 || code === "InternalError";
	throw new S3Error(`the S3 service responded with ${code} (${response.status})`, {
		code: code ?? String(response.status),
		isTransient,
	});
}

/** Throws the error for a request without a response. */
function unreachable(cause: unknown): never {
	const code = cause instanceof Error && "code" in cause ? String(cause.code) : "TimeoutError";
	throw new S3Error(`the S3 service cannot be reached: ${code}`, { code, isTransient: true, cause });
}
