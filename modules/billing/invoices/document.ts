import type { MailLocale } from "#platform/mail";
import { type Html, html } from "#platform/pages";
import stylesheet from "./invoice.css" with { type: "text" };

/** A whole page, which loads nothing, so that it can be saved and printed. */
export interface Document {
	readonly text: string;
	readonly locale: MailLocale;
}

/** Digest of the stylesheet, which alone may be in the document. */
const STYLE_DIGEST = new Bun.CryptoHasher("sha256").update(stylesheet).digest("base64");

/** Content security policy of documents: their own stylesheet, and nothing else. */
export const DOCUMENT_POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${STYLE_DIGEST}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"sandbox",
].join("; ");

/** Returns a page. @param main its content */
export const document = (title: string, locale: MailLocale, main: Html): Document => ({
	locale,
	text: `${
		html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>`.text
	}${stylesheet}${
		html`</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>`.text
	}\n`,
});
