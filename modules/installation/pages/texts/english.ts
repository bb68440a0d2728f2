import type { NotificationKind } from "#db/schema";
import type { Role } from "#modules/tenancy/permissions";

/** The texts of the pages in English; the other languages have the same. */
export const english = {
	fields: {
		email: "E-mail address",
		password: "Password",
		newPassword: "New password",
		currentPassword: "Current password",
		name: "Your name",
		code: "Code",
	},
	passwordRules: (minLength: number): string =>
		`At least ${minLength} characters. Several words in a row are easy to remember. Names, addresses and common passwords are not accepted.`,
	tooShort: (minLength: number): string => `The password must have at least ${minLength} characters.`,
	signIn: {
		heading: "Sign in",
		action: "Sign in",
		passkey: "Use a passkey",
		forgot: "Forgot your password?",
		register: "Create an account",
		provider: "Sign in with your organization's account",
	},
	code: {
		heading: "Enter your code",
		lead: "Open your authenticator app and enter the code it shows, or use one of your recovery codes.",
		action: "Continue",
	},
	account: {
		heading: "You are signed in",
		memberships: "Your organizations",
		administrator: "You are a system administrator of this server.",
		none: "You do not belong to an organization yet. Ask an administrator to invite you.",
		noneYet:
			"You belong to no organization yourself. Create one with POST /orgs in the API reference, and name its owner.",
		api: "Open the API reference",
		change: "Change your password",
		unconfirmed: "You have not confirmed that this address is yours. Until you do, no mail is sent to it.",
		confirm: "Send a confirmation link",
		confirming: "A link will be sent to this address. If it does not arrive, request another one later.",
		signOut: "Sign out",
	},
	password: {
		heading: "Choose a new password",
		owed: "You signed in with a generated password. Choose your own to continue.",
		action: "Save password",
	},
	register: {
		heading: "Create an account",
		action: "Create account",
		known: "Already have an account? Sign in",
		invitedOnly:
			"Accounts are created by invitation here. Open the link in your invitation, or ask an administrator for one.",
		closed: "Registration is closed. Ask an administrator.",
		mailed: "Check your mail",
		mailedLead: "We are sending you a message. Open the link in it to confirm your address, then sign in.",
		notReceived: "No message? Send another one",
		ready: "Your account is ready",
		readyLead: "You can sign in now.",
	},
	forgot: {
		heading: "Choose a new password",
		lead: "Enter the address of your account. We will send you a link to choose a new password.",
		action: "Send link",
		sent: "Check your mail",
		sentLead: "If the address has an account, a link is on its way. It works once, within 30 minutes.",
		noMail:
			"This server does not send mail. Ask an administrator of your organization for a link to choose a " +
			"new password.",
	},
	reset: {
		heading: "Choose a new password",
		action: "Save password",
		done: "Your password has been changed",
		doneLead: "You have been signed out everywhere. Sign in with the new password.",
		again: "Get a new link",
	},
	verify: {
		heading: "Confirm your e-mail address",
		lead: "Click the button to confirm that this address is yours.",
		action: "Confirm address",
		asked: "Enter the password of the account that uses this address. If you do not know it, choose a new one.",
		done: "Your address is confirmed",
		doneLead: "You can sign in now.",
		again: "Get a new link",
		againLead: "Enter your address. We will send you another link to confirm it.",
		send: "Send link",
		sent: "Check your mail",
		sentLead: "If the address is waiting to be confirmed, a link is on its way. It works once, within 24 hours.",
		noMail: "The link is incomplete. Copy the whole address into your browser.",
	},
	invitation: {
		heading: "Join",
		invited: "You have been invited to join this organization.",
		invitedBy: "invites you to join this organization.",
		role: "Your role:",
		action: "Accept invitation",
		known: "I already have an account",
		knownLead: "This address already has an account. Sign in to accept the invitation.",
		signInAndAccept: "Sign in and accept",
		done: "Welcome to",
		doneLead: "You are now a member.",
		goOn: "Sign in",
		invalid: "This invitation no longer works",
		invalidLead:
			"It was accepted or withdrawn, a newer one replaced it, or it has expired. Ask the person who " +
			"invited you for a new one.",
	},
	unknownAddress: {
		heading: "There is nothing at this address",
		lead: "Check the address, or start again from the first page.",
		action: "Go to the first page",
	},
	unsubscribe: {
		heading: "Unsubscribe?",
		lead:
			"You will no longer receive mails of this kind from this organization. Your other notifications stay " +
			"as they are.",
		action: "Unsubscribe",
		done: "You will no longer receive mails about",
		/** What the mails are about. */
		kinds: {
			"transcript.ready": "finished transcripts",
			"translation.ready": "finished translations",
			"summary.ready": "finished summaries",
			"meeting.invited": "invitations to meetings",
			"meeting.mentioned": "mentions in the chat of meetings",
			"action_item.assigned": "action items that are assigned to you",
		} satisfies Record<NotificationKind, string>,
		doneLead: "To get them again, turn them on in your notification preferences.",
		invalid: "This unsubscribe link does not work",
		invalidLead: "It is incomplete. Open it from the mail again.",
	},
	roles: {
		owner: "owner",
		admin: "administrator",
		manager: "manager",
		teacher: "teacher",
		student: "student",
		member: "member",
		guest: "guest",
		billing: "billing",
		auditor: "auditor",
	} satisfies Record<Role, string>,
	/** What went wrong, by error code. */
	problems: {
		invalid_credentials: "The e-mail address or password is wrong.",
		passkey: "The passkey could not be used. Try again, or use your password.",
		mfa_code: "The code is wrong.",
		email_not_verified:
			"Confirm your address first, with the link in the mail sent to it. If the mail has not arrived, request another one.",
		email_taken: "This address already has an account.",
		token_invalid: "This link no longer works: it was used, a newer one replaced it, or it has expired.",
		organization_suspended: "The organization is currently suspended. Try again later.",
		rate_limited: "Too many attempts. Wait a moment, then try again.",
		too_common: "This password is easily guessed. Choose another one.",
		too_long: "This is too long.",
		required: "Fill in every field.",
		invalid_email: "Enter a valid e-mail address.",
		incorrect: "The password is wrong.",
		unreachable: "The server cannot be reached. Check your connection, then try again.",
		provider: "Signing in with your organization's account failed. Try again, or use your password.",
	},
};

/** The texts of the pages in one language. */
export type PageTexts = typeof english;
