import { Eta } from "eta/core";
import { MINUTE_MS } from "#kernel/clock";
import type { InstallationFacts } from "#platform/configuration";
import type { MailBrand, MailContent, MailText } from "./content.ts";
import { FRAMES } from "./frames.ts";
import type { MailLocale } from "./locale.ts";

const html = new Eta({ autoEscape: true });
const plain = new Eta({ autoEscape: false });

/** Colour of links and buttons where no organization has another. */
const COLOR = "#1f5fbf";
/** Size of a logo at most, in pixels of CSS. */
const LOGO = { width: 240, height: 64 };

/**
 * Inline styles and a single column, which every mail client supports. Nothing is loaded but the logo of an organization;
 * where it is not, its name is there.
 */
const HTML_LAYOUT = html.compile(`<!doctype html>
<html lang="<%= it.language %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.subject %></title>
</head>
<body style="margin:0;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fff;border-radius:8px"><tr><td style="padding:32px">
<% if (it.logo) { %>
<p style="margin:0 0 24px"><img src="<%= it.logo.url %>" alt="<%= it.logo.alt %>" width="<%= it.logo.width %>" height="<%= it.logo.height %>" style="display:block;border:0;font-weight:bold"></p>
<% } %>
<p style="margin:0 0 16px"><%= it.greeting %></p>
<% for (const paragraph of it.before) { %>
<p style="margin:0 0 16px"><%= paragraph %></p>
<% } %>
<% if (it.link) { %>
<p style="margin:24px 0"><a href="<%= it.link.url %>" style="display:inline-block;padding:12px 24px;background:<%= it.color %>;color:#fff;border-radius:6px;text-decoration:none"><%= it.link.label %></a></p>
<p style="margin:0 0 16px;font-size:14px;color:#566072"><%= it.link.copy %><br><a href="<%= it.link.url %>" style="color:<%= it.color %>;word-break:break-all"><%= it.link.url %></a></p>
<% if (it.link.validFor) { %>
<p style="margin:0 0 16px"><%= it.link.validFor %></p>
<% } %>
<% } %>
<% for (const paragraph of it.after) { %>
<p style="margin:0 0 16px"><%= paragraph %></p>
<% } %>
</td></tr></table>
<p style="margin:16px 0 0;font-size:13px;color:#566072"><%= it.footer %><% if (it.support) { %><br><a href="<%= it.support.url %>" style="color:#566072"><%= it.support.label %> <%= it.support.url %></a><% } %><% if (it.unsubscribe) { %><br><a href="<%= it.unsubscribe.url %>" style="color:#566072"><%= it.unsubscribe.label %></a><% } %></p>
</td></tr></table>
</body>
</html>
`);

/** A rendered mail. */
export interface RenderedMail {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly senderName: string | null;
	readonly replyTo: string | null;
}

/** Who sends a mail. */
export interface MailOrigin {
	/** `PUBLIC_URL`, named in the footer. */
	readonly publicUrl: string;
	readonly installation?: InstallationFacts;
	/** The organization it is sent for; null: none, or one that looks like Parley. */
	readonly brand?: MailBrand | null;
}

/**
 * Renders a mail in one language.
 * @param text its text in that language
 */
export function renderMail(
	text: MailText,
	content: MailContent,
	locale: MailLocale,
	{ publicUrl, installation = { name: null, supportUrl: null }, brand = null }: MailOrigin,
): RenderedMail {
	const { subject, before, action, after } = text;
	const frame = FRAMES[locale];
	const facts = {
		...content,
		...(brand !== null && { organization: brand.name }),
		publicUrl,
		sender: installation.name ?? "Parley",
		...(content.validForMs !== undefined && { period: period(content.validForMs, locale) }),
	};
	const fill = (template: string): string => plain.renderString(template, facts);
	const validFor = content.validForMs === undefined ? null : fill(frame.validFor);
	const shown = {
		language: locale,
		color: brand?.color ?? COLOR,
		logo: brand?.logo ? { ...fitted(brand.logo), url: brand.logo.url, alt: brand.name } : null,
		subject: oneLine(fill(subject)),
		greeting: fill(frame.greeting),
		before: before.map(fill),
		after: after.map(fill),
		link:
			content.url !== undefined && action !== undefined
				? { url: content.url, label: action, copy: frame.copyLink, validFor }
				: null,
		footer: fill(frame.footer),
		support: installation.supportUrl === null ? null : { label: frame.support, url: installation.supportUrl },
		unsubscribe:
			content.unsubscribeUrl === undefined
				? null
				: { url: content.unsubscribeUrl, label: frame.unsubscribe.replace(/:$/, "") },
	};
	const paragraphs = [
		shown.greeting,
		...shown.before,
		...(shown.link ? [`${shown.link.label}:\n${shown.link.url}`] : []),
		...(shown.link?.validFor ? [shown.link.validFor] : []),
		...shown.after,
		`-- \n${[shown.footer, ...(shown.support ? [`${shown.support.label} ${shown.support.url}`] : []), ...(shown.unsubscribe ? [`${frame.unsubscribe} ${shown.unsubscribe.url}`] : [])].join("\n")}`,
	];
	const senderName = brand?.senderName ?? null;
	return {
		subject: shown.subject,
		text: `${paragraphs.join("\n\n")}\n`,
		html: html.render(HTML_LAYOUT, shown),
		senderName:
			senderName === null ? null : oneLine(plain.renderString(frame.via, { name: senderName, sender: facts.sender })),
		replyTo: brand?.replyTo ?? null,
	};
}

/** Returns the size at which a logo is shown: its own, or smaller. */
function fitted({ width, height }: { readonly width: number; readonly height: number }) {
	const scale = Math.min(1, LOGO.width / width, LOGO.height / height);
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Joins lines: a subject is a header, and a line break in a name must not start another one. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Formats a period in the largest unit that gives an integer: "24 hours", "30 Minuten", "7 días". */
function period(ms: number, locale: MailLocale): string {
	const minutes = Math.round(ms / MINUTE_MS);
	const [value, unit] =
		minutes % 1_440 === 0 && minutes > 1_440
			? ([minutes / 1_440, "day"] as const)
			: minutes % 60 === 0
				? ([minutes / 60, "hour"] as const)
				: ([minutes, "minute"] as const);
	return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}
