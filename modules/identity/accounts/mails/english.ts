import type { AccountMailTexts } from "./content.ts";

/** English. */
export const en: AccountMailTexts = {
	verify_email: {
		subject: "Confirm your e-mail address",
		before: [
			"There is an account with this address, probably yours. Confirm that the address is yours so that the account can use it.",
		],
		action: "Confirm address",
		after: [
			"If you do not recognize this account, ignore this message: without your confirmation, no one is treated as the owner of the address.",
		],
	},
	finish_registration: {
		subject: "Finish your registration",
		before: [
			"Someone registered with this address more than once. To make sure that the account is yours alone, " +
				"choose your password now.",
		],
		action: "Choose password",
		after: ["If you did not register, ignore this message: without this link, no one can sign in with this address."],
	},
	account_ready: {
		subject: "Your account is ready",
		before: [
			"Your account is ready and you have joined the organization that invited you. Sign in with the password you chose.",
		],
		after: [],
	},
	address_in_use: {
		subject: "You already have an account",
		before: [
			"Someone, perhaps you, tried to create an account with this address, which already has one. Nothing " +
				"was changed.",
			"If you forgot your password, request a new one on the sign-in page.",
		],
		after: ["If this was not you, ignore this message."],
	},
	reset_password: {
		subject: "Choose a new password",
		before: ["A new password was requested for your account."],
		action: "Choose new password",
		after: ["If you did not request it, ignore this message: your password stays the same."],
	},
	password_changed: {
		subject: "Your password was changed",
		before: ["The password of your account has just been changed."],
		after: ["If this was not you, choose a new password at once and tell your administrator."],
	},
	change_email: {
		subject: "Confirm your new e-mail address",
		before: [
			"Someone, probably you, wants to use this address for an account. Confirm it while signed in to that " +
				"account, or with its password.",
		],
		action: "Confirm new address",
		after: ["If this was not you, ignore this message: the account keeps its address."],
	},
	email_changed: {
		subject: "Your e-mail address was changed",
		before: ["Your account now has the address <%= it.email %>. This one can no longer be used to sign in."],
		after: ["If this was not you, tell your administrator at once."],
	},
};
