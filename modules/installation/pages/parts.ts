import { type Html, html, type Page } from "#platform/pages";
import type { PageTexts } from "./texts/english.ts";

/** What pages depend on in the configuration. */
export interface PageSettings {
	/** Path prefix of `PUBLIC_URL`. */
	readonly prefix: string;
	/** Shortest password accepted, in code points. */
	readonly passwordMinLength: number;
	readonly signup: "open" | "invite" | "closed";
	/** Whether mail leaves: without a transport no page promises any. */
	readonly sendsMail: boolean;
	/** Whether people sign in at an identity provider. */
	readonly hasProvider: boolean;
}

/** A field of a form. */
interface Field {
	/** As the API names it. */
	readonly name: keyof typeof INPUT_TYPES;
	readonly label: string;
	/** Value of the attribute `autocomplete`, by which password managers recognize it. */
	readonly autocomplete: string;
	/** Explanation below the field. */
	readonly hint?: string;
}

const INPUT_TYPES = {
	email: "email",
	password: "password",
	current: "password",
	new: "password",
	name: "text",
	code: "text",
} as const;

/** A form that the script of the page sends. */
interface Form {
	/** Name of what the script does with it, and of its elements. */
	readonly name: string;
	readonly fields: readonly Field[];
	readonly action: string;
	/** Whether something else on the page is what most people do. */
	readonly isQuiet?: boolean;
}

function field(form: string, { name, label, autocomplete, hint }: Field): Html {
	const id = `${form}-${name}`;
	const hinted = hint === undefined ? html`` : html`<p class="hint" id="${id}-hint">${hint}</p>`;
	const described = hint === undefined ? html`` : html`data-hint="${id}-hint" aria-describedby="${id}-hint"`;
	return html`<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${INPUT_TYPES[name]}" autocomplete="${autocomplete}" ${described} required>
${hinted}`;
}

/** Returns a form. What is wrong with it is said in its last paragraph. */
export const form = ({
	name,
	fields,
	action,
	isQuiet = false,
}: Form): Html => html`<form data-form="${name}" method="post">
${fields.map((each) => field(name, each))}
<button${isQuiet ? html` class="quiet"` : html``}>${action}</button>
<p class="problem" id="${name}-problem" role="alert"></p>
</form>`;

/** A step of a page: one is shown at a time, and the script chooses which. */
export interface Step {
	readonly name: string;
	readonly heading: string | Html;
	readonly content: readonly Html[];
}

/** Returns the steps of a page; the first is shown to begin with. */
const renderSteps = (steps: readonly Step[]): Html =>
	html`${steps.map(
		({ name, heading, content }, index) => html`<section data-step="${name}"${index === 0 ? html`` : html` hidden`}>
<h1 tabindex="-1">${heading}</h1>
${content}
</section>`,
	)}`;

/** Returns a paragraph. */
export const paragraph = (content: string | Html): Html => html`<p>${content}</p>`;

/** Returns a link that looks like a button: where most people go on. */
export const buttonLink = (href: string, label: string): Html =>
	html`<p><a class="button" href="${href}">${label}</a></p>`;

/** Returns a link in a paragraph of its own. */
export const link = (href: string, label: string): Html => html`<p><a href="${href}">${label}</a></p>`;

/** Returns a button that shows another step. */
export const stepButton = (to: string, label: string): Html =>
	html`<p><button type="button" class="quiet" data-show="${to}">${label}</button></p>`;

/** Returns a button by which the script does something beside the form of its step, and which it shows where that works. */
const actionButton = (name: string, label: string): Html =>
	html`<p data-case="${name}" hidden><button type="button" class="quiet" data-action="${name}">${label}</button></p>`;

/** Returns a page of several steps. */
export const pageOfSteps = (
	texts: PageTexts,
	settings: PageSettings,
	{ title, steps, script }: { readonly title: string; readonly steps: readonly Step[]; readonly script: string },
): Page => ({
	title,
	main: html`${renderSteps(steps)}
${scriptTexts(texts, settings)}`,
	script,
});

/** Returns the texts that the script shows: problems by error code, and the names of roles. */
const scriptTexts = ({ problems, roles, tooShort }: PageTexts, settings: PageSettings): Html => {
	const texts: readonly (readonly [string, string])[] = [
		...Object.entries({ ...problems, too_short: tooShort(settings.passwordMinLength) }).map(
			([code, text]) => [`problem.${code}`, text] as const,
		),
		...Object.entries(roles).map(([role, text]) => [`role.${role}`, text] as const),
	];
	return html`<template id="texts">
${texts.map(([key, text]) => html`<p data-text="${key}">${text}</p>`)}
</template>`;
};

/** Returns the field of a new password, with its rules beside it. */
export const newPasswordField = (texts: PageTexts, { passwordMinLength }: PageSettings, label: string): Field => ({
	name: "password",
	label,
	autocomplete: "new-password",
	hint: texts.passwordRules(passwordMinLength),
});

/** Returns the field of an address. */
export const emailField = ({ fields }: PageTexts): Field => ({
	name: "email",
	label: fields.email,
	autocomplete: "username",
});

/**
 * Returns the steps of a sign-in: a passkey, or address and password, then the code of those who have a second factor, or what to do for
 * those whose address is not confirmed.
 */
export function signInSteps(
	texts: PageTexts,
	settings: PageSettings,
	{ lead, action }: { readonly lead: string | null; readonly action: string },
): readonly Step[] {
	const { fields, signIn, code, verify, problems, register } = texts;
	const { prefix, hasProvider, sendsMail } = settings;
	const currentPassword = { name: "password", label: fields.password, autocomplete: "current-password" } as const;
	const signInPage = `${prefix}/account/sign-in`;
	const provider = `${prefix}/auth/authorize?redirect=${encodeURIComponent(signInPage)}`;
	return [
		{
			name: "signIn",
			heading: signIn.heading,
			content: [
				...(lead === null ? [] : [paragraph(lead)]),
				form({ name: "signIn", fields: [emailField(texts), currentPassword], action }),
				actionButton("passkey", signIn.passkey),
				...(hasProvider ? [link(provider, signIn.provider)] : []),
				link(`${prefix}/account/forgot-password`, signIn.forgot),
				...(settings.signup === "open" ? [link(`${prefix}/account/register`, signIn.register)] : []),
			],
		},
		{
			name: "code",
			heading: code.heading,
			content: [
				paragraph(code.lead),
				form({
					name: "code",
					fields: [{ name: "code", label: fields.code, autocomplete: "one-time-code" }],
					action: code.action,
				}),
			],
		},
		// Only where mail is sent must an address be confirmed before its owner can sign in.
		...(sendsMail
			? [
					{
						name: "unconfirmed",
						heading: verify.heading,
						content: [
							paragraph(problems.email_not_verified),
							link(`${prefix}/account/verify-email`, register.notReceived),
						],
					},
				]
			: []),
	];
}
