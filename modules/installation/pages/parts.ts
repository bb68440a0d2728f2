import { type Html, html } from "#platform/pages";

/** Returns a paragraph. */
export const paragraph = (content: string | Html): Html => html`<p>${content}</p>`;

/** Returns a link that looks like a button: where most people go on. */
export const buttonLink = (href: string, label: string): Html =>
	html`<p><a class="button" href="${href}">${label}</a></p>`;
