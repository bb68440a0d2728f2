import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { Elysia } from "elysia";
import { api } from "./api.ts";
import { serveFile } from "./files.ts";
import { pagePolicy } from "./headers.ts";

/** Made by scripts/console.ts; in the binary it lies beside the program. */
const FILES = join(import.meta.dir, Bun.isStandaloneExecutable ? "console" : "../dist/console");

const TYPES: Readonly<Record<string, string>> = {
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
	".opus": "audio/ogg",
	".vtt": "text/vtt; charset=utf-8",
};

/** Names of files that tell their content: these never change. */
const HASHED = /-[0-9a-z]{8}\.\w+$/;
const FOREVER = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/**
 * Only files of ours run; nothing inline, no eval, and no text ever becomes markup. Sound comes from here, or from a blob
 * that the page has made.
 */
const PAGE_POLICY = [
	pagePolicy("'self' data: blob:"),
	"font-src 'self'",
	"media-src 'self' blob:",
	"manifest-src 'self'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join("; ");

/** The room of a meeting sees and hears, if the person lets it; no other page in it does. */
const ROOM_PERMISSIONS = "camera=(self), display-capture=(self), microphone=(self)";

const NOT_BUILT = "The console has not been built: run `bun run console`.\n";

/**
 * Creates the routes of the console at `/console/`, and those that lead to it: who opens the address of the server arrives
 * there. Every path below it that is no file is a screen, which the page finds by itself. `/c/` is the page of those who
 * only read captions. Without a build there is one sentence.
 * @param prefix path of `PUBLIC_URL`, without the slash at its end
 * @param openScreens screens for people who may ask for nothing else: they count against no limit, and no cache keeps them
 */
export function consoleRoutes(prefix: string, openScreens: readonly string[]) {
	const isBuilt = existsSync(join(FILES, "index.html"));
	const pageOf = (name: string, more: { readonly permissionsPolicy?: string; readonly cacheControl?: string } = {}) =>
		serveFile({
			cacheControl: "no-cache",
			...more,
			contentType: isBuilt ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
			contentSecurityPolicy: PAGE_POLICY,
			async read() {
				if (!isBuilt) return NOT_BUILT;
				const text = await Bun.file(join(FILES, name)).text();
				return text.replaceAll("{{assets}}", `${prefix}/console/assets`);
			},
		});
	const open = "it is the same for everyone; what it asks the API for needs a token";
	const hidden = { open, file: true, detail: { hide: true } } as const;
	const lead = ({ set }: { set: { headers: Record<string, string | number | undefined> } }) => {
		set.headers.location = `${prefix}/console/`;
		return new Response(null, { status: 302 });
	};
	const page = pageOf("index.html");

	const routes = new Elysia({ name: "http.console" })
		.use(api)
		.get("/", lead, hidden)
		.get("/console", lead, hidden)
		.get("/console/", page, hidden)
		.get("/console/*", page, hidden)
		// The room of a meeting: the code that lets guests in is behind the `#`, which no request has.
		.get("/meet/:id", pageOf("meet.html", { permissionsPolicy: ROOM_PERMISSIONS }), hidden)
		// The page of a captions link: the script finds the secret in the address, which no log has.
		.get("/c/:link", pageOf("captions.html"), hidden);
	for (const screen of openScreens)
		routes.get(`/console/${screen}`, pageOf("index.html", { cacheControl: "no-store" }), hidden);
	// `PUBLIC_URL` as mails name it, without the slash; without a prefix the two are the same.
	if (prefix !== "") routes.get("", lead, hidden);
	const assets = join(FILES, "assets");
	for (const name of isBuilt ? readdirSync(assets) : []) {
		const contentType = TYPES[extname(name)];
		if (contentType === undefined) continue;
		const cacheControl = HASHED.test(name) ? FOREVER : AN_HOUR;
		routes.get(
			`/console/assets/${name}`,
			serveFile({ contentType, cacheControl, read: () => Bun.file(join(assets, name)) }),
			hidden,
		);
	}
	return routes;
}
