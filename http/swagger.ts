import { Elysia } from "elysia";
import stylesheet from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundle from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { api } from "./api.ts";
import { serveFile } from "./files.ts";
import { pagePolicy } from "./headers.ts";
import type { OpenApiDocument } from "./openapi/document.ts";

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
</head>
<body>
<div id="swagger-ui"></div>
<script src="swagger/assets/swagger-ui-bundle.js"></script>
<script src="swagger/assets/init.js"></script>
</body>
</html>
`;

/**
 * The script that starts the page. Requests go to the host the page was loaded from: it may be open under another name
 * than `PUBLIC_URL`, and its policy forbids every other host.
 */
const INIT = `"use strict";
const base = new URL(".", location.href).href.replace(/\\/$/, "");
fetch("swagger/json")
	.then((response) => response.json())
	.then((spec) => {
		window.ui = SwaggerUIBundle({
			spec: { ...spec, servers: [{ url: base }] },
			dom_id: "#swagger-ui",
			deepLinking: true,
			// Groups open on demand: with all of them open the page lost operations once there were more than 130.
			docExpansion: "none",
			displayRequestDuration: true,
			filter: true,
			persistAuthorization: true,
			tryItOutEnabled: true,
			validatorUrl: null,
		});
	});
`;

/** Cache policy of the files: they change with a release only, but their names do not. */
const ASSETS_CACHE = "public, max-age=86400";

/**
 * Returns the document as served by `@elysiajs/swagger`. The plugin is loaded on first use, because it would add 10 ms
 * to every start. It describes no routes by itself (its own documents are invalid): ours is passed through unchanged.
 */
async function serveDocument(document: OpenApiDocument): Promise<string> {
	const { swagger } = await import("@elysiajs/swagger");
	const documentation = document as unknown as NonNullable<Parameters<typeof swagger>[0]>["documentation"] & object;
	const plugin = new Elysia().use(swagger({ provider: "swagger-ui", path: "/swagger", documentation }));
	const response = await plugin.handle(new Request("http://localhost/swagger/json"));
	return await response.text();
}

/**
 * Creates the routes of Swagger UI at `/swagger` and the OpenAPI document at `/swagger/json`. Everything is part of the
 * program: no request leaves the host.
 * @param createDocument called once, when the document is first requested
 */
export function swaggerRoutes(createDocument: () => Promise<OpenApiDocument>) {
	let served: Promise<string> | undefined;
	const open = "it describes the API and shows nobody's data";
	const hidden = { open, file: true, detail: { hide: true } } as const;
	const page = {
		contentType: "text/html; charset=utf-8",
		cacheControl: "no-cache",
		contentSecurityPolicy: PAGE_POLICY,
		read: () => PAGE,
	};
	const document = {
		contentType: "application/json",
		cacheControl: "no-cache",
		// Kept as text besides: making it holds up all requests for tens of milliseconds.
		read: () => (served ??= createDocument().then(serveDocument)),
	};
	const script = { contentType: "text/javascript; charset=utf-8", cacheControl: ASSETS_CACHE };
	const style = { contentType: "text/css; charset=utf-8", cacheControl: ASSETS_CACHE };

	return new Elysia({ name: "http.swagger" })
		.use(api)
		.get("/swagger", serveFile(page), hidden)
		.get("/swagger/json", serveFile(document), hidden)
		.get("/swagger/assets/init.js", serveFile({ ...script, read: () => INIT }), hidden)
		.get("/swagger/assets/swagger-ui-bundle.js", serveFile({ ...script, read: () => Bun.file(bundle) }), hidden)
		.get("/swagger/assets/swagger-ui.css", serveFile({ ...style, read: () => Bun.file(stylesheet) }), hidden);
}
