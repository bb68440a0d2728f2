import type { Authenticator } from "./authenticator.ts";
import { ADMIN, type Answer, type Harness, PASSWORD, type RequestOptions, type SignedIn } from "./harness.ts";
import { linkOf, type Mailbox } from "./mailbox.ts";
import { codeOf, setUpTotp } from "./second-factor.ts";

/** Where deeds are done. */
export interface World {
	readonly api: Harness;
	/** The same application with a mail transport, and where its mails arrive. */
	readonly mailed: Harness;
	readonly mailbox: Mailbox;
	/** A fresh organization's owner, in `api`. */
	readonly owner: SignedIn;
	/** A new authenticator in a browser, at the origin of `api`'s pages. */
	readonly openDevice: () => Promise<Authenticator>;
	/** The one request that counts: as the harness's, with a request id that finds its traces. */
	act(method: string, path: string, options?: RequestOptions, on?: Harness): Promise<Answer>;
}

/** A working request of one mutating operation, and the traces it leaves: the action of an audit entry, the type of an event. */
export interface Deed {
	readonly audit: string | null;
	readonly event: string | null;
	/** Why it leaves no entry, or no event. */
	readonly because?: string;
	readonly run: (world: World) => Promise<Answer>;
}

const NEW_PASSWORD = "another perfectly long password";
const newAddress = (): string => `p-${crypto.randomUUID()}@school.example`;
const orgPath = ({ owner }: World, rest = ""): string => `/orgs/${owner.orgId}${rest}`;
const act = (world: World, method: string, rest: string, body: unknown = {}): Promise<Answer> =>
	world.act(method, orgPath(world, rest), { token: world.owner.token, body });
const prepare = (world: World, method: string, path: string, body: unknown = {}): Promise<Answer> =>
	world.api.request(method, path, { token: world.owner.token, body });

async function invitation(world: World): Promise<{ id: string; token: string }> {
	const { body } = await prepare(world, "POST", orgPath(world, "/invitations"), { email: newAddress(), role: "member" });
	return body.data;
}

async function apiKey(world: World): Promise<string> {
	const { body } = await prepare(world, "POST", orgPath(world, "/api-keys"), { name: "Sync", scopes: ["org:read"] });
	return `/api-keys/${body.data.id}`;
}

/** An address that was registered with mail and not confirmed yet. */
async function registered({ mailed }: World): Promise<string> {
	const email = newAddress();
	await mailed.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
	return email;
}

/** The token of the next mail to an address, once everything that is due was done. */
async function mailedToken({ mailed, mailbox }: World, email: string): Promise<string> {
	await mailed.parley.services.jobs.runDue();
	return linkOf(await mailbox.next(email)).token;
}

/** Every mutating operation by its `operationId`, those of a browser's authenticator aside. */
export const DEEDS: Readonly<Record<string, Deed>> = {
	login: {
		audit: "auth.login",
		event: "security.signed_in",
		run: ({ act: send, owner }) => send("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } }),
	},
	refreshSession: {
		audit: null,
		event: null,
		because: "it prolongs a session that was announced, every few minutes, and changes nothing anybody could ask about",
		async run({ api, act: send, owner }) {
			const { body } = await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
			return send("POST", "/auth/refresh", { body: { refresh_token: body.refresh_token } });
		},
	},
	logout: {
		audit: "auth.logout",
		event: "security.signed_out",
		run: ({ act: send, owner }) => send("POST", "/auth/logout", { token: owner.token, body: {} }),
	},
	endOtherSessions: {
		audit: "auth.logout",
		event: "security.signed_out",
		async run({ api, act: send, owner }) {
			await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD } });
			return send("DELETE", "/auth/sessions", { token: owner.token });
		},
	},
	endSession: {
		audit: "auth.logout",
		event: "security.signed_out",
		async run({ api, act: send, owner }) {
			const { body } = await api.request("GET", "/auth/sessions", { token: owner.token });
			return send("DELETE", `/auth/sessions/${body.data[0].id}`, { token: owner.token });
		},
	},

	beginTotp: {
		audit: "mfa.totp.begin",
		event: null,
		because: "the secret counts for nothing before its first code",
		run: ({ act: send, owner }) => send("POST", "/auth/mfa/totp", { token: owner.token, body: {} }),
	},
	confirmTotp: {
		audit: "mfa.totp.enable",
		event: "security.mfa_enabled",
		async run({ api, act: send, owner }) {
			const begun = await api.request("POST", "/auth/mfa/totp", { token: owner.token, body: {} });
			const code = codeOf(api, begun.body.data.secret);
			return send("POST", "/auth/mfa/totp/confirm", { token: owner.token, body: { code } });
		},
	},
	verifyMfa: {
		audit: "auth.login",
		event: "security.signed_in",
		async run({ api, act: send, owner }) {
			const { recoveryCodes } = await setUpTotp(api, owner);
			const login = { body: { email: owner.email, password: PASSWORD } };
			const { challengeToken } = (await api.request("POST", "/auth/login", login)).body.error.meta;
			return send("POST", "/auth/mfa/verify", { body: { challengeToken, code: recoveryCodes[0] } });
		},
	},
	removeTotp: {
		audit: "mfa.totp.disable",
		event: "security.mfa_disabled",
		async run({ api, act: send, owner }) {
			const { recoveryCodes } = await setUpTotp(api, owner);
			return send("DELETE", "/auth/mfa/totp", { token: owner.token, body: { code: recoveryCodes[0] } });
		},
	},
	renewRecoveryCodes: {
		audit: "mfa.recovery_codes.replace",
		event: "security.recovery_codes_replaced",
		async run({ api, act: send, owner }) {
			const { recoveryCodes } = await setUpTotp(api, owner);
			return send("POST", "/auth/mfa/recovery-codes", { token: owner.token, body: { code: recoveryCodes[0] } });
		},
	},

	register: {
		audit: "auth.register",
		event: "security.registered",
		run: ({ act: send }) =>
			send("POST", "/auth/register", { body: { email: newAddress(), password: PASSWORD, name: "Ada" } }),
	},
	verifyEmail: {
		audit: "auth.verify_email",
		event: "security.email_verified",
		async run(world) {
			const token = await mailedToken(world, await registered(world));
			return world.act("POST", "/auth/verify-email", { body: { token } }, world.mailed);
		},
	},
	resendVerificationEmail: {
		audit: null,
		event: null,
		because: "it mails once more what registering announced",
		run: async (world) =>
			world.act("POST", "/auth/verify-email/resend", { body: { email: await registered(world) } }, world.mailed),
	},
	forgotPassword: {
		audit: "auth.request_password_reset",
		event: "security.password_reset_requested",
		run: ({ act: send, mailed }) => send("POST", "/auth/forgot-password", { body: { email: ADMIN.email } }, mailed),
	},
	requestPasswordReset: {
		audit: "auth.request_password_reset",
		event: "security.password_reset_requested",
		async run({ api, act: send, owner }) {
			const { userId } = await api.addMember(owner, "member");
			return send("POST", "/auth/request-reset-password", { token: owner.token, body: { userId } });
		},
	},
	resetPassword: {
		audit: "auth.reset_password",
		event: "security.password_changed",
		async run({ api, act: send, owner }) {
			const { userId } = await api.addMember(owner, "member");
			const asked = { token: owner.token, body: { userId } };
			const { token } = (await api.request("POST", "/auth/request-reset-password", asked)).body.data;
			return send("POST", "/auth/reset-password", { body: { token, password: NEW_PASSWORD } });
		},
	},
	updateProfile: {
		audit: "auth.update_profile",
		event: "security.profile_updated",
		run: ({ act: send, owner }) => send("PATCH", "/auth/update-profile", { token: owner.token, body: { name: "New" } }),
	},

	acceptInvitation: {
		audit: "invitation.accept",
		event: "org.invitation.accepted",
		async run(world) {
			const { token } = await invitation(world);
			return world.act("POST", `/auth/invitations/${token}/accept`, { body: { password: PASSWORD } });
		},
	},
	createInvitation: {
		audit: "invitation.create",
		event: "org.invitation.created",
		run: (world) => act(world, "POST", "/invitations", { email: newAddress(), role: "member" }),
	},
	resendInvitation: {
		audit: "invitation.resend",
		event: "org.invitation.resent",
		run: async (world) => act(world, "POST", `/invitations/${(await invitation(world)).id}/resend`),
	},
	revokeInvitation: {
		audit: "invitation.revoke",
		event: "org.invitation.revoked",
		run: async (world) => act(world, "DELETE", `/invitations/${(await invitation(world)).id}`),
	},

	createOrganization: {
		audit: "organization.create",
		event: "org.created",
		run: async ({ api, act: send }) =>
			send("POST", "/orgs", { token: await api.signInSystem(), body: { name: "New", orgType: "business" } }),
	},
	updateOrganization: {
		audit: "organization.update",
		event: "org.updated",
		run: (world) => act(world, "PUT", "", { name: "Renamed", metadata: { room: "Ä 12", empty: "" } }),
	},
	updateOrganizationSettings: {
		audit: "organization.update_settings",
		event: "org.settings_updated",
		run: (world) => act(world, "PATCH", "/settings", { timezone: "Europe/Paris" }),
	},
	deleteOrganization: {
		audit: "organization.delete",
		event: "org.deletion_scheduled",
		run: (world) => act(world, "DELETE", ""),
	},
	restoreOrganization: {
		audit: "organization.restore",
		event: "org.restored",
		async run(world) {
			await prepare(world, "DELETE", orgPath(world));
			return act(world, "POST", "/restore");
		},
	},
	suspendOrganization: {
		audit: "organization.suspend",
		event: "org.suspended",
		run: (world) => act(world, "POST", "/suspend", { reason: "Holidays" }),
	},
	resumeOrganization: {
		audit: "organization.resume",
		event: "org.resumed",
		async run(world) {
			await prepare(world, "POST", orgPath(world, "/suspend"));
			return act(world, "POST", "/resume");
		},
	},

	addMember: {
		audit: "member.add",
		event: "org.member.added",
		async run(world) {
			const { userId } = await world.api.createOrganization();
			return act(world, "POST", "/members", { userId, role: "member" });
		},
	},
	updateMember: {
		audit: "member.change_role",
		event: "org.member.role_changed",
		run: async (world) =>
			act(world, "PATCH", `/members/${(await world.api.addMember(world.owner, "member")).userId}`, { role: "manager" }),
	},
	removeMember: {
		audit: "member.remove",
		event: "org.member.removed",
		run: async (world) => act(world, "DELETE", `/members/${(await world.api.addMember(world.owner, "member")).userId}`),
	},

	createApiKey: {
		audit: "api_key.create",
		event: "security.api_key_created",
		run: (world) => act(world, "POST", "/api-keys", { name: "Sync", scopes: ["org:read"] }),
	},
	updateApiKey: {
		audit: "api_key.update",
		event: "security.api_key_updated",
		run: async (world) => act(world, "PATCH", await apiKey(world), { name: "Other" }),
	},
	rotateApiKey: {
		audit: "api_key.rotate",
		event: "security.api_key_rotated",
		run: async (world) => act(world, "POST", `${await apiKey(world)}/rotate`),
	},
	revokeApiKey: {
		audit: "api_key.revoke",
		event: "security.api_key_revoked",
		run: async (world) => act(world, "DELETE", await apiKey(world)),
	},
};
