declare module "s3rver" {
	/** What it has put into a file: bytes, and their MD5 in hexadecimal. */
	export interface Put {
		readonly size: number;
		readonly md5: string;
	}

	/** Its files. */
	interface Store {
		getResourcePath(bucket: string, key: string | undefined, resource: "object" | "uploads"): string;
		putObject(object: { readonly bucket: string; readonly key: string }): Promise<Put>;
		putPart(bucket: string, upload: string, part: number, content: unknown): Promise<Put>;
	}

	/** The part of the server that tests use. */
	export default class S3rver {
		constructor(options: {
			readonly address: string;
			readonly port: number;
			readonly silent: boolean;
			readonly directory: string;
			readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
		});
		/** Where it keeps objects. */
		readonly store: Store;
		/** Its winston log. */
		readonly logger: { format: { transform(info: unknown): unknown } };
		run(): Promise<{ readonly port: number }>;
		close(): Promise<void>;
	}
}
