import { Elysia } from "elysia";
import { api } from "#http/api";
import { serveFile } from "#http/files";
import { ASSETS, type Pages, servePage } from "#platform/pages";
import { accountPages } from "./account-pages.ts";
import accountScript from "./client/account.client.js" with { type: "text" };
import pageScript from "./client/page.client.js" with { type: "text" };
import stylesheet from "./client/page.css" with { type: "text" };
import type { PageSettings } from "./parts.ts";

const HIDDEN = { file: true, detail: { hide: true } } as const;

/** Stylesheet and scripts of the pages. */
function assetsRoutes() {
	const open = "they belong to pages that are the same for everyone";
	const script = (text: string) =>
		serveFile({ contentType: "text/javascript; charset=utf-8", cacheControl: "no-cache", read: () => text });
	const style = { contentType: "text/css; charset=utf-8", cacheControl: "no-cache", read: () => stylesheet };
	return new Elysia({ name: "pages.assets", prefix: ASSETS })
		.use(api)
		.get("/page.css", serveFile(style), { open, ...HIDDEN })
		.get("/page.js", script(pageScript), { open, ...HIDDEN })
		.get("/account.js", script(accountScript), { open, ...HIDDEN });
}

/**
 * Creates the routes of the pages. Each is the same for everybody: the token of a link is in the fragment, so no server,
 * proxy or log sees it.
 */
export function pagesRoutes(settings: PageSettings) {
	const open = "it contains no personal data; the token stays in the browser";
	const serve = (pages: Pages) => servePage(pages, settings.prefix);
	const accounts = new Elysia({ name: "pages.accounts", prefix: "/account" }).use(api);
	for (const [path, pages] of Object.entries(accountPages(settings)))
		accounts.get(path, serve(pages), { open, ...HIDDEN });
	return new Elysia({ name: "pages" })
		.use(api)
		.get(
			// The address at which the API accepts an invitation, opened as if it were its link.
			"/auth/invitations/:token/accept",
			({ params, set }) => {
				set.headers.location = `${settings.prefix}/account/invitation#${encodeURIComponent(params.token)}`;
				return new Response(null, { status: 302 });
			},
			{ open, detail: { hide: true } },
		)
		.use(accounts)
		.use(assetsRoutes());
}
