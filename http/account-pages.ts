import { Elysia } from "elysia";
import script from "./account-pages/page.client.js" with { type: "text" };
import stylesheet from "./account-pages/page.css" with { type: "text" };
import { api } from "./api.ts";
import { pagePolicy } from "./headers.ts";

const PAGE_POLICY = pagePolicy("data:");

/** The same for every page: the script knows from the path which one it is. Links are relative, so it works under any prefix. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/page.css">
</head>
<body>
<main id="main" aria-live="polite"><noscript>This page needs JavaScript.</noscript></main>
<script src="assets/page.js"></script>
</body>
</html>
`;

type Headers = Record<string, string | number>;

function page(headers: Headers): string {
	headers["content-security-policy"] = PAGE_POLICY;
	headers["content-type"] = "text/html; charset=utf-8";
	headers["cache-control"] = "no-store";
	headers["referrer-policy"] = "no-referrer";
	return PAGE;
}

function file(headers: Headers, contentType: string, text: string): string {
	headers["content-type"] = `${contentType}; charset=utf-8`;
	headers["cache-control"] = "no-cache";
	return text;
}

/**
 * The pages that links in mails lead to: confirm an address, choose a password, accept an invitation. The token is in the
 * fragment, so no server, proxy or log sees it; nothing happens before a person presses the button, so a mail scanner that
 * opens the link spends nothing.
 */
export const accountPages = () => {
	const open = "it shows nobody's data; the token stays in the browser";
	const hidden = { open, file: true, detail: { hide: true } } as const;

	return new Elysia({ name: "http.account-pages", prefix: "/account" })
		.use(api)
		.get("/verify-email", ({ set }) => page(set.headers as Headers), hidden)
		.get("/reset-password", ({ set }) => page(set.headers as Headers), hidden)
		.get("/invitation", ({ set }) => page(set.headers as Headers), hidden)
		.get("/assets/page.js", ({ set }) => file(set.headers as Headers, "text/javascript", script), hidden)
		.get("/assets/page.css", ({ set }) => file(set.headers as Headers, "text/css", stylesheet), hidden);
};
