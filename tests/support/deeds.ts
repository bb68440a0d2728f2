import { newAddress } from "./addresses.ts";
import type { Authenticator } from "./authenticator.ts";
import { type Answer, type Harness, PASSWORD, type RequestOptions, type SignedIn } from "./harness.ts";
import type { Mailbox } from "./mailbox.ts";

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

const orgPath = ({ owner }: World, rest = ""): string => `/orgs/${owner.orgId}${rest}`;
const act = (world: World, method: string, rest: string, body: unknown = {}): Promise<Answer> =>
	world.act(method, orgPath(world, rest), { token: world.owner.token, body });
const prepare = (world: World, method: string, path: string, body: unknown = {}): Promise<Answer> =>
	world.api.request(method, path, { token: world.owner.token, body });

async function invitation(world: World): Promise<{ id: string; token: string }> {
	const { body } = await prepare(world, "POST", orgPath(world, "/invitations"), {
		email: newAddress(),
		role: "member",
	});
	return body.data;
}

async function apiKey(world: World): Promise<string> {
	const { body } = await prepare(world, "POST", orgPath(world, "/api-keys"), { name: "Sync", scopes: ["org:read"] });
	return `/api-keys/${body.data.id}`;
}

/** The mutating operations on organizations, by their `operationId`. */
export const ORGANIZATION_DEEDS: Readonly<Record<string, Deed>> = {
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
			const token = await world.api.signInSystem();
			return world.act("POST", orgPath(world, "/members"), { token, body: { userId, role: "member" } });
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
	adoptApiKey: {
		audit: "api_key.adopt",
		event: "security.api_key_adopted",
		async run(world) {
			const admin = await world.api.addMember(world.owner, "admin");
			const body = { name: "Sync", scopes: ["org:read"] };
			const made = await world.api.request("POST", orgPath(world, "/api-keys"), { token: admin.token, body });
			return act(world, "POST", `/api-keys/${made.body.data.id}/adopt`);
		},
	},
	revokeApiKey: {
		audit: "api_key.revoke",
		event: "security.api_key_revoked",
		run: async (world) => act(world, "DELETE", await apiKey(world)),
	},
};
