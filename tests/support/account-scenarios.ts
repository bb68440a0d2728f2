import { newAddress } from "./addresses.ts";
import { ADMIN, PASSWORD } from "./harness.ts";
import { NEW_PASSWORD } from "./mail-harness.ts";
import { linkOf } from "./mailbox.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";
import { codeOf, setUpTotp } from "./second-factor.ts";

/** Registers an address with mail, and returns it unconfirmed. */
async function registered({ mailed }: ScenarioContext): Promise<string> {
	const email = newAddress();
	await mailed.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
	return email;
}

/** Runs due jobs and returns the token of the next mail to an address. */
async function mailedToken({ mailed, mailbox }: ScenarioContext, email: string): Promise<string> {
	await mailed.parley.services.jobs.runDue();
	return linkOf(await mailbox.next(email)).token;
}

/** Mutating operations on accounts by `operationId`, except for those that need a browser's authenticator. */
export const ACCOUNT_SCENARIOS: Readonly<Record<string, Scenario>> = {
	login: {
		records: "auth.login",
		run: ({ act: send, owner }) => send("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } }),
	},
	refreshSession: {
		records: null,
		because: "it prolongs a session that was announced, every few minutes, and changes nothing anybody could ask about",
		async run({ api, act: send, owner }) {
			const { body } = await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
			return send("POST", "/auth/refresh", { body: { refresh_token: body.refresh_token } });
		},
	},
	logout: {
		records: "auth.logout",
		run: ({ act: send, owner }) => send("POST", "/auth/logout", { token: owner.token, body: {} }),
	},
	endOtherSessions: {
		records: "auth.logout",
		async run({ api, act: send, owner }) {
			await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
			return send("DELETE", "/auth/sessions", { token: owner.token });
		},
	},
	endSession: {
		records: "auth.logout",
		async run({ api, act: send, owner }) {
			const { body } = await api.request("GET", "/auth/sessions", { token: owner.token });
			return send("DELETE", `/auth/sessions/${body.data[0].id}`, { token: owner.token });
		},
	},

	beginTotp: {
		records: "mfa.totp.begin",
		run: ({ act: send, owner }) => send("POST", "/auth/mfa/totp", { token: owner.token, body: {} }),
	},
	confirmTotp: {
		records: "mfa.totp.enable",
		async run({ api, act: send, owner }) {
			const begun = await api.request("POST", "/auth/mfa/totp", { token: owner.token, body: {} });
			const code = codeOf(api, begun.body.data.secret);
			return send("POST", "/auth/mfa/totp/confirm", { token: owner.token, body: { code } });
		},
	},
	verifyMfa: {
		records: "auth.login",
		async run({ api, act: send, owner }) {
			const { recoveryCodes } = await setUpTotp(api, owner);
			const login = { body: { email: owner.email, password: PASSWORD } };
			const { challengeToken } = (await api.request("POST", "/auth/login", login)).body.error.meta;
			return send("POST", "/auth/mfa/verify", { body: { challengeToken, code: recoveryCodes[0] } });
		},
	},
	removeTotp: {
		records: "mfa.totp.disable",
		async run({ api, act: send, owner }) {
			const { recoveryCodes } = await setUpTotp(api, owner);
			return send("DELETE", "/auth/mfa/totp", { token: owner.token, body: { code: recoveryCodes[0] } });
		},
	},
	renewRecoveryCodes: {
		records: "mfa.recovery_codes.replace",
		async run({ api, act: send, owner }) {
			const { recoveryCodes } = await setUpTotp(api, owner);
			return send("POST", "/auth/mfa/recovery-codes", { token: owner.token, body: { code: recoveryCodes[0] } });
		},
	},

	register: {
		records: "auth.register",
		run: ({ act: send }) =>
			send("POST", "/auth/register", { body: { email: newAddress(), password: PASSWORD, name: "Ada" } }),
	},
	verifyEmail: {
		records: "auth.verify_email",
		async run(world) {
			const token = await mailedToken(world, await registered(world));
			return world.act("POST", "/auth/verify-email", { body: { token } }, world.mailed);
		},
	},
	resendVerificationEmail: {
		records: null,
		because: "it mails once more what registering announced",
		run: async (world) =>
			world.act("POST", "/auth/verify-email/resend", { body: { email: await registered(world) } }, world.mailed),
	},
	forgotPassword: {
		records: "auth.request_password_reset",
		run: ({ act: send, mailed }) => send("POST", "/auth/forgot-password", { body: { email: ADMIN.email } }, mailed),
	},
	requestPasswordReset: {
		records: "auth.request_password_reset",
		async run({ api, act: send, owner }) {
			const { userId } = await api.addMember(owner, "member");
			return send("POST", "/auth/request-reset-password", { token: owner.token, body: { userId } });
		},
	},
	resetPassword: {
		records: "auth.reset_password",
		async run({ api, act: send, owner }) {
			const { userId } = await api.addMember(owner, "member");
			const asked = { token: owner.token, body: { userId } };
			const { token } = (await api.request("POST", "/auth/request-reset-password", asked)).body.data;
			return send("POST", "/auth/reset-password", { body: { token, password: NEW_PASSWORD } });
		},
	},
	closeAccount: {
		records: "auth.close_account",
		async run({ api, act: send, owner }) {
			const { token, email } = await api.addMember(owner, "member");
			return send("DELETE", "/auth/profile", { token, body: { confirm: email } });
		},
	},
	exportAccount: {
		records: "privacy.export_account",
		run: ({ act: send, owner }) => send("POST", "/auth/profile/export", { token: owner.token, body: {} }),
	},
	updateProfile: {
		records: "auth.update_profile",
		run: ({ act: send, owner }) => send("PATCH", "/auth/update-profile", { token: owner.token, body: { name: "New" } }),
	},
};
