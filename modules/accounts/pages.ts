import script from "./pages/page.client.js" with { type: "text" };
import stylesheet from "./pages/page.css" with { type: "text" };

/** HTML of all pages: the script chooses by path. Links are relative, so it works under any prefix. */
export const PAGE = `<!doctype html>
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

/** The script of the page, in JavaScript for browsers. */
export const PAGE_SCRIPT: string = script;

/** The stylesheet of the page. */
export const PAGE_STYLESHEET: string = stylesheet;
