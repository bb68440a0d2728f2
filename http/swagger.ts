import { Elysia } from "elysia";
import stylesheet from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { api } from "./api.ts";
import { serveFile } from "./files.ts";
import { pagePolicy } from "./headers.ts";
import pageScript from "./swagger/page.client.js" with { type: "text" };
import pageStyle from "./swagger/page.css" with { type: "text" };

/** Swagger UI needs no inline script or style. */
const PAGE_POLICY = pagePolicy("'self' data:");

/** The page of Swagger UI. Links are relative, so that it works under any prefix and behind any proxy. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger/assets/swagger-ui.css">
<link rel="stylesheet" href="swagger/assets/page.css">
<link rel="preload" href="swagger/json" as="fetch" crossorigin="anonymous">
</head>
<body>
<div id="swagger-ui"><p class="opening">Loading the description of the API…</p></div>
<script src="swagger/assets/swagger-ui-bundle.js"></script>
<script src="swagger/assets/page.js"></script>
</body>
</html>
`;

/** Cache policy of the files of Swagger UI: they change with a release only, but their names do not. */
const ASSETS_CACHE = "public, max-age=86400";

/**
 * Creates the routes of Swagger UI at `/swagger` and the OpenAPI document at `/swagger/json`. Everything is part of the
 * program: no request leaves the host.
 * @param readDocument returns the text of the document, the same every time; called when it is requested in a new encoding
 */
export function swaggerRoutes(readDocument: () => Promise<string>) {
	const open = "it describes the API and reveals no data";
	const hidden = { open, file: true, detail: { hide: true } } as const;
	const page = {
		contentType: "text/html; charset=utf-8",
		cacheControl: "no-cache",
		contentSecurityPolicy: PAGE_POLICY,
		read: () => PAGE,
	};
	const document = { contentType: "application/json", cacheControl: "no-cache", read: readDocument };
	const script = { contentType: "text/javascript; charset=utf-8" };
	const style = { contentType: "text/css; charset=utf-8" };
	const ours = (type: { readonly contentType: string }, text: string) =>
		serveFile({ ...type, cacheControl: "no-cache", read: () => text });
	const theirs = (type: { readonly contentType: string }, path: string) =>
		serveFile({ ...type, cacheControl: ASSETS_CACHE, read: () => Bun.file(path) });

	return new Elysia({ name: "http.swagger" })
		.use(api)
		.get("/swagger", serveFile(page), hidden)
		.get("/swagger/json", serveFile(document), hidden)
		.get("/swagger/assets/page.js", ours(script, pageScript), hidden)
		.get("/swagger/assets/page.css", ours(style, pageStyle), hidden)
		.get("/swagger/assets/swagger-ui-bundle.js", theirs(script, bundle), hidden)
		.get("/swagger/assets/swagger-ui.css", theirs(style, stylesheet), hidden);
}
