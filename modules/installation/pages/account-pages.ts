import { html, type Page, type Pages } from "#platform/pages";
import {
	buttonLink,
	emailField,
	form,
	link,
	newPasswordField,
	type PageSettings,
	pageOfSteps,
	paragraph,
	type Step,
	signInSteps,
	stepButton,
} from "./parts.ts";
import type { PageTexts } from "./texts/english.ts";
import { inEveryLanguage } from "./texts/texts.ts";

const signInPath = ({ prefix }: PageSettings): string => `${prefix}/account/sign-in`;

const accountPage = (texts: PageTexts, settings: PageSettings, title: string, steps: readonly Step[]): Page =>
	pageOfSteps(texts, settings, { title, steps, script: "account.js" });

/** What an account is shown whose address is not confirmed. */
const unconfirmed = ({ account }: PageTexts) => html`<div data-case="unconfirmed" hidden>
${paragraph(account.unconfirmed)}
${form({ name: "confirm", fields: [], action: account.confirm })}
</div>
<p data-case="confirming" role="status" hidden>${account.confirming}</p>`;

/** Page to sign in, which then shows whose account it is. */
function signInPage(texts: PageTexts, settings: PageSettings): Page {
	const { signIn, account, password, fields } = texts;
	const current = { name: "current", label: fields.currentPassword, autocomplete: "current-password" } as const;
	const chosen = { ...newPasswordField(texts, settings, fields.newPassword), name: "new" } as const;
	return accountPage(texts, settings, signIn.heading, [
		...signInSteps(texts, settings, { lead: null, action: signIn.action }),
		{
			name: "account",
			heading: account.heading,
			content: [
				html`<p><strong data-fill="name"></strong><br><span data-fill="email"></span></p>`,
				...(settings.sendsMail ? [unconfirmed(texts)] : []),
				html`<p data-case="administrator" hidden>${account.administrator}</p>
<h2>${account.memberships}</h2>
<ul data-list="memberships"></ul>
<p data-empty="memberships" hidden>${account.none}</p>
<p data-empty="administrator" hidden>${account.noneYet}</p>`,
				buttonLink(`${settings.prefix}/swagger`, account.api),
				stepButton("password", account.change),
				form({ name: "signOut", fields: [], action: account.signOut, isQuiet: true }),
			],
		},
		{
			name: "password",
			heading: password.heading,
			content: [
				html`<p data-case="owed" hidden>${password.owed}</p>`,
				form({ name: "password", fields: [current, chosen], action: password.action }),
			],
		},
	]);
}

/** Page to create an account. */
function registerPage(texts: PageTexts, settings: PageSettings): Page {
	const { register, fields, signIn } = texts;
	const { prefix, signup, sendsMail } = settings;
	const signInLink = buttonLink(signInPath(settings), signIn.action);
	if (signup !== "open")
		return accountPage(texts, settings, register.heading, [
			{
				name: "closed",
				heading: register.heading,
				content: [paragraph(signup === "invite" ? register.invitedOnly : register.closed), signInLink],
			},
		]);
	const name = { name: "name", label: fields.name, autocomplete: "name" } as const;
	return accountPage(texts, settings, register.heading, [
		{
			name: "register",
			heading: register.heading,
			content: [
				form({
					name: "register",
					fields: [name, emailField(texts), newPasswordField(texts, settings, fields.password)],
					action: register.action,
				}),
				link(signInPath(settings), register.known),
			],
		},
		sendsMail
			? {
					name: "mailed",
					heading: register.mailed,
					content: [
						paragraph(register.mailedLead),
						link(`${prefix}/account/verify-email`, register.notReceived),
						signInLink,
					],
				}
			: { name: "ready", heading: register.ready, content: [paragraph(register.readyLead), signInLink] },
	]);
}

/** Page to have a link mailed with which a new password is chosen. */
function forgotPasswordPage(texts: PageTexts, settings: PageSettings): Page {
	const { forgot, signIn } = texts;
	const signInLink = link(signInPath(settings), signIn.action);
	const asked = settings.sendsMail
		? [paragraph(forgot.lead), form({ name: "forgot", fields: [emailField(texts)], action: forgot.action })]
		: [paragraph(forgot.noMail)];
	return accountPage(texts, settings, forgot.heading, [
		{ name: "forgot", heading: forgot.heading, content: [...asked, signInLink] },
		...(settings.sendsMail
			? [{ name: "sent", heading: forgot.sent, content: [paragraph(forgot.sentLead), signInLink] }]
			: []),
	]);
}

/** Page to choose a new password, with the token of a link. */
function resetPasswordPage(texts: PageTexts, settings: PageSettings): Page {
	const { reset, fields, signIn, problems } = texts;
	const again = link(`${settings.prefix}/account/forgot-password`, reset.again);
	return accountPage(texts, settings, reset.heading, [
		{
			name: "reset",
			heading: reset.heading,
			content: [
				form({
					name: "reset",
					fields: [newPasswordField(texts, settings, fields.newPassword)],
					action: reset.action,
				}),
			],
		},
		{ name: "invalid", heading: reset.heading, content: [paragraph(problems.token_invalid), again] },
		{
			name: "done",
			heading: reset.done,
			content: [paragraph(reset.doneLead), buttonLink(signInPath(settings), signIn.action)],
		},
	]);
}

/** Page to confirm an address with the token of a link, or without one to have another link mailed. */
function verifyEmailPage(texts: PageTexts, settings: PageSettings): Page {
	const { verify, fields, signIn, problems } = texts;
	const signInLink = buttonLink(signInPath(settings), signIn.action);
	const currentPassword = { name: "password", label: fields.password, autocomplete: "current-password" } as const;
	const mailed = settings.sendsMail
		? [paragraph(verify.againLead), form({ name: "resend", fields: [emailField(texts)], action: verify.send })]
		: [paragraph(verify.noMail)];
	return accountPage(texts, settings, verify.heading, [
		{
			name: "verify",
			heading: verify.heading,
			content: [paragraph(verify.lead), form({ name: "verify", fields: [], action: verify.action })],
		},
		{
			name: "asked",
			heading: verify.heading,
			content: [
				paragraph(verify.asked),
				form({ name: "asked", fields: [currentPassword], action: verify.action }),
				link(`${settings.prefix}/account/forgot-password`, signIn.forgot),
			],
		},
		{ name: "done", heading: verify.done, content: [paragraph(verify.doneLead), signInLink] },
		{
			name: "invalid",
			heading: verify.heading,
			content: [
				paragraph(problems.token_invalid),
				...(settings.sendsMail ? [stepButton("resend", verify.again)] : []),
				link(signInPath(settings), signIn.action),
			],
		},
		{ name: "resend", heading: verify.heading, content: [...mailed, link(signInPath(settings), signIn.action)] },
		...(settings.sendsMail
			? [{ name: "sent", heading: verify.sent, content: [paragraph(verify.sentLead), signInLink] }]
			: []),
	]);
}

/** Page to accept an invitation, with a new account or the one that its address has. */
function invitationPage(texts: PageTexts, settings: PageSettings): Page {
	const { invitation, fields, signIn } = texts;
	const organization = html`<span data-fill="organization"></span>`;
	const name = { name: "name", label: fields.name, autocomplete: "name" } as const;
	return accountPage(texts, settings, invitation.action, [
		{
			name: "invitation",
			heading: html`${invitation.heading} ${organization}`,
			content: [
				html`<p data-case="anonymous" hidden>${invitation.invited}</p>
<p data-case="named" hidden><span data-fill="inviter"></span> ${invitation.invitedBy}</p>
<p>${invitation.role} <span data-fill="role"></span><br>${fields.email}: <span data-fill="email"></span></p>`,
				form({
					name: "accept",
					fields: [name, newPasswordField(texts, settings, fields.password)],
					action: invitation.action,
				}),
				stepButton("signIn", invitation.known),
			],
		},
		...signInSteps(texts, settings, { lead: invitation.knownLead, action: invitation.signInAndAccept }),
		{
			name: "done",
			heading: html`${invitation.done} ${organization}`,
			content: [paragraph(invitation.doneLead), buttonLink(signInPath(settings), invitation.goOn)],
		},
		{
			name: "invalid",
			heading: invitation.invalid,
			content: [paragraph(invitation.invalidLead), link(signInPath(settings), signIn.action)],
		},
	]);
}

/** Returns the pages about accounts, by their path below `/account`. */
export function accountPages(settings: PageSettings): Readonly<Record<string, Pages>> {
	const create = (page: (texts: PageTexts, settings: PageSettings) => Page) =>
		inEveryLanguage((texts) => page(texts, settings));
	return {
		"/sign-in": create(signInPage),
		"/register": create(registerPage),
		"/forgot-password": create(forgotPasswordPage),
		"/reset-password": create(resetPasswordPage),
		"/verify-email": create(verifyEmailPage),
		"/invitation": create(invitationPage),
	};
}
