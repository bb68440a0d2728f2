import type { AccountMailTexts } from "./content.ts";

/** English. */
export const en: AccountMailTexts = {
	verify_email: {
		subject: "Confirm your e-mail address",
		before: [
			"Somebody, probably you, registered with this address. Confirm that it is yours and the account is ready.",
		],
		action: "Confirm address",
		after: ["If you did not register, do nothing: without your confirmation nobody can sign in with this address."],
	},
	finish_registration: {
		subject: "Finish your registration",
		before: [
			"Somebody registered with this address more than once. To be sure that the account is yours alone, choose your password now.",
		],
		action: "Choose password",
		after: ["If you did not register, do nothing: without this link nobody can sign in with this address."],
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
			"Somebody, perhaps you, wanted to use this address for an account. It has one already: yours. Nothing was changed.",
			"If you forgot your password, ask for a new one where you sign in.",
		],
		after: ["If it was not you, do nothing."],
	},
	reset_password: {
		subject: "Choose a new password",
		before: ["A new password was asked for your account."],
		action: "Choose new password",
		after: ["If you did not ask for it, do nothing: your password stays as it is."],
	},
	password_changed: {
		subject: "Your password was changed",
		before: ["The password of your account was just changed."],
		after: ["If it was not you, choose a new password at once and tell your administrator."],
	},
	change_email: {
		subject: "Confirm your new e-mail address",
		before: [
			"Somebody, probably you, wants to use this address for an account. Confirm it where you are signed in to that account, or with its password.",
		],
		action: "Confirm new address",
		after: ["If it was not you, do nothing: the account keeps its address."],
	},
	email_changed: {
		subject: "Your e-mail address was changed",
		before: ["Your account now has the address <%= it.email %>. This one can no longer be used to sign in."],
		after: ["If it was not you, tell your administrator at once."],
	},
};
