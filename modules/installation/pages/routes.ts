import { Elysia } from "elysia";
import { api } from "#http/api";
import { serveFile } from "#http/files";
import { ASSETS } from "#platform/pages";
import stylesheet from "./client/page.css" with { type: "text" };

const HIDDEN = { file: true, detail: { hide: true } } as const;

/**
 * Screens of the console for people who are not signed in, to which links in mails lead. They were pages below `/account`:
 * mails that were sent long ago lead there.
 */
export const OPEN_SCREENS = ["sign-in", "register", "forgot-password", "reset-password", "verify-email", "invitation"];

/** What a route that leads on needs of the response. */
interface Leading {
	readonly set: { readonly headers: Record<string, string | number | undefined> };
}

function lead({ set }: Leading, location: string): Response {
	set.headers.location = location;
	set.headers["cache-control"] = "no-store";
	return new Response(null, { status: 302 });
}

/**
 * Creates the routes of the pages, and of the addresses that lead to the console. The token of a link is in the fragment:
 * no server, proxy or log sees it, and the browser takes it along to where an address leads.
 * @param prefix path of `PUBLIC_URL`, without the slash at its end
 */
export function pagesRoutes(prefix: string) {
	const open = "it leads to a page that is the same for everyone; the token stays in the browser";
	const style = { contentType: "text/css; charset=utf-8", cacheControl: "no-cache", read: () => stylesheet };
	const moved = new Elysia({ name: "pages.moved", prefix: "/account" }).use(api);
	for (const screen of OPEN_SCREENS)
		moved.get(
			`/${screen}`,
			({ request, set }) => lead({ set }, `${prefix}/console/${screen}${new URL(request.url).search}`),
			{ open, ...HIDDEN },
		);
	return new Elysia({ name: "pages" })
		.use(api)
		.get(
			// The address at which the API accepts an invitation, opened as if it were its link.
			"/auth/invitations/:token/accept",
			({ params, set }) => lead({ set }, `${prefix}/console/invitation#${encodeURIComponent(params.token)}`),
			{ open, detail: { hide: true } },
		)
		.use(moved)
		.get(`${ASSETS}/page.css`, serveFile(style), {
			open: "it belongs to pages that are the same for everyone",
			...HIDDEN,
		});
}
