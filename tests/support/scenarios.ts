import { newAddress } from "./addresses.ts";
import type { Authenticator } from "./authenticator.ts";
import { type Harness, PASSWORD, type SignedIn, type TestRequest, type TestResponse } from "./harness.ts";
import type { Mailbox } from "./mailbox.ts";
import { privacyOf } from "./privacy.ts";

/** Environment of a scenario. */
export interface ScenarioContext {
	readonly api: Harness;
	/** The same application with a mail transport, whose mails arrive in `mailbox`. */
	readonly mailed: Harness;
	readonly mailbox: Mailbox;
	/** Owner of a new organization, in `api`. */
	readonly owner: SignedIn;
	/** Opens a new authenticator in a browser, at the origin of `api`'s pages. */
	readonly openDevice: () => Promise<Authenticator>;
	/** Sends the request under test, with a request id by which its traces are found. */
	act(method: string, path: string, options?: TestRequest, on?: Harness): Promise<TestResponse>;
}

/** A successful request of a mutating operation, and the fact it records. */
export type Scenario = {
	readonly run: (world: ScenarioContext) => Promise<TestResponse>;
} & (
	| {
			/** Name of the fact. */
			readonly records: string;
	  }
	| {
			readonly records: null;
			/** Reason that nothing is recorded. */
			readonly because: string;
	  }
);

const orgPath = ({ owner }: ScenarioContext, rest = ""): string => `/orgs/${owner.orgId}${rest}`;
const act = (world: ScenarioContext, method: string, rest: string, body: unknown = {}): Promise<TestResponse> =>
	world.act(method, orgPath(world, rest), { token: world.owner.token, body });
const prepare = (world: ScenarioContext, method: string, path: string, body: unknown = {}): Promise<TestResponse> =>
	world.api.request(method, path, { token: world.owner.token, body });

async function invitation(world: ScenarioContext): Promise<{ id: string; token: string }> {
	const { body } = await prepare(world, "POST", orgPath(world, "/invitations"), {
		email: newAddress(),
		role: "member",
	});
	return body.data;
}

async function apiKey(world: ScenarioContext): Promise<string> {
	const { body } = await prepare(world, "POST", orgPath(world, "/api-keys"), { name: "Sync", scopes: ["org:read"] });
	return `/api-keys/${body.data.id}`;
}

const WEBHOOK = { url: "https://hooks.example.com/" };

async function webhook(world: ScenarioContext, by: SignedIn = world.owner): Promise<string> {
	const { body } = await world.api.request("POST", orgPath(world, "/webhooks"), { token: by.token, body: WEBHOOK });
	return `/webhooks/${body.data.id}`;
}

/** A hold on everything. */
const GUARDIAN = { grantedBy: "Chidi Okafor, father", grantedOn: "2025-09-01" };
/** Returns the path of the note about the guardians of a new student. */
const guardianPath = async ({ api, owner }: ScenarioContext): Promise<string> =>
	`/members/${(await api.addMember(owner, "student")).userId}/guardian-consent`;
const HOLD = { name: "Doe v. School", scope: "organization" };

/** Mutating operations on organizations by `operationId`. */
export const ORGANIZATION_SCENARIOS: Readonly<Record<string, Scenario>> = {
	acceptInvitation: {
		records: "invitation.accept",
		async run(world) {
			const { token } = await invitation(world);
			return world.act("POST", `/auth/invitations/${token}/accept`, { body: { password: PASSWORD } });
		},
	},
	createInvitation: {
		records: "invitation.create",
		run: (world) => act(world, "POST", "/invitations", { email: newAddress(), role: "member" }),
	},
	resendInvitation: {
		records: "invitation.resend",
		run: async (world) => act(world, "POST", `/invitations/${(await invitation(world)).id}/resend`),
	},
	showInvitationLink: {
		records: "invitation.show_link",
		run: async (world) => act(world, "POST", `/invitations/${(await invitation(world)).id}/link`),
	},
	revokeInvitation: {
		records: "invitation.revoke",
		run: async (world) => act(world, "DELETE", `/invitations/${(await invitation(world)).id}`),
	},

	createOrganization: {
		records: "organization.create",
		run: async ({ api, act: send }) =>
			send("POST", "/orgs", { token: await api.signInSystem(), body: { name: "New", orgType: "business" } }),
	},
	updateOrganization: {
		records: "organization.update",
		run: (world) => act(world, "PUT", "", { name: "Renamed", metadata: { room: "Ä 12", empty: "" } }),
	},
	updateOrganizationSettings: {
		records: "organization.update_settings",
		run: (world) => act(world, "PATCH", "/settings", { timezone: "Europe/Paris" }),
	},
	requestExport: {
		records: "privacy.request_export",
		run: (world) => act(world, "POST", "/privacy/exports", { subject: "organization" }),
	},
	createExportTicket: {
		records: "privacy.ticket",
		async run(world) {
			const privacy = privacyOf(world.api);
			const requested = await privacy.request(world.owner, "organization");
			const { id } = await privacy.ready(world.owner, requested.body.data.id);
			return act(world, "POST", `/privacy/exports/${id}/tickets`);
		},
	},
	requestErasure: {
		records: "privacy.request_erasure",
		async run(world) {
			const { userId, email } = await world.api.addMember(world.owner, "member");
			return act(world, "POST", "/privacy/erasures", { userId, confirm: email });
		},
	},
	setRetentionPolicy: {
		records: "retention.change_policy",
		run: (world) => act(world, "PUT", "/retention", { recordings: "30d" }),
	},
	updateRetentionPolicy: {
		records: "retention.change_policy",
		run: (world) => act(world, "PATCH", "/retention", { chatLogs: "7d" }),
	},
	previewRetentionPolicy: {
		records: null,
		because: "a preview changes nothing that anybody can see",
		run: (world) => act(world, "POST", "/retention/preview", { recordings: "30d" }),
	},
	runRetention: {
		records: "retention.request_run",
		run: (world) => act(world, "POST", "/retention/run", { dryRun: true }),
	},
	updateAiPolicy: {
		records: "organization.update_ai_policy",
		run: (world) => act(world, "PATCH", "/ai-policy", { transcription: { providers: ["onnx"], languages: ["en"] } }),
	},
	deleteOrganization: {
		records: "organization.delete",
		run: (world) => act(world, "DELETE", ""),
	},
	restoreOrganization: {
		records: "organization.restore",
		async run(world) {
			await prepare(world, "DELETE", orgPath(world));
			return act(world, "POST", "/restore");
		},
	},
	suspendOrganization: {
		records: "organization.suspend",
		run: (world) => act(world, "POST", "/suspend", { reason: "Holidays" }),
	},
	resumeOrganization: {
		records: "organization.resume",
		async run(world) {
			await prepare(world, "POST", orgPath(world, "/suspend"));
			return act(world, "POST", "/resume");
		},
	},

	addMember: {
		records: "member.add",
		async run(world) {
			const { userId } = await world.api.createOrganization();
			const token = await world.api.signInSystem();
			return world.act("POST", orgPath(world, "/members"), { token, body: { userId, role: "member" } });
		},
	},
	updateMember: {
		records: "member.change_role",
		run: async (world) =>
			act(world, "PATCH", `/members/${(await world.api.addMember(world.owner, "member")).userId}`, { role: "manager" }),
	},
	removeMember: {
		records: "member.remove",
		run: async (world) => act(world, "DELETE", `/members/${(await world.api.addMember(world.owner, "member")).userId}`),
	},

	noteGuardianConsent: {
		records: "guardian_consent.note",
		run: async (world) => act(world, "PUT", await guardianPath(world), GUARDIAN),
	},
	removeGuardianConsent: {
		records: "guardian_consent.remove",
		async run(world) {
			const path = await guardianPath(world);
			await prepare(world, "PUT", orgPath(world, path), GUARDIAN);
			return act(world, "DELETE", path);
		},
	},
	placeLegalHold: {
		records: "legal_hold.place",
		run: (world) => act(world, "POST", "/legal-holds", HOLD),
	},
	releaseLegalHold: {
		records: "legal_hold.release",
		async run(world) {
			const { body } = await prepare(world, "POST", orgPath(world, "/legal-holds"), HOLD);
			return act(world, "POST", `/legal-holds/${body.data.id}/release`, { reason: "It is over." });
		},
	},

	registerWebhook: {
		records: "webhook.register",
		run: (world) => act(world, "POST", "/webhooks", WEBHOOK),
	},
	updateWebhook: {
		records: "webhook.update",
		run: async (world) => act(world, "PATCH", await webhook(world), { description: "Other" }),
	},
	rotateWebhookSecret: {
		records: "webhook.rotate_secret",
		run: async (world) => act(world, "POST", `${await webhook(world)}/rotate-secret`),
	},
	adoptWebhook: {
		records: "webhook.adopt",
		run: async (world) =>
			act(world, "POST", `${await webhook(world, await world.api.addMember(world.owner, "admin"))}/adopt`),
	},
	enableWebhook: {
		records: null,
		because: "it is enabled; one that was disabled is tested in tests/api/webhooks.test.ts",
		run: async (world) => act(world, "POST", `${await webhook(world)}/enable`),
	},
	testWebhook: {
		records: "webhook.test",
		run: async (world) => act(world, "POST", `${await webhook(world)}/test`),
	},
	redeliverWebhookDelivery: {
		records: "webhook.redeliver",
		async run(world) {
			const path = await webhook(world);
			const { body } = await prepare(world, "POST", orgPath(world, `${path}/test`));
			return act(world, "POST", `${path}/deliveries/${body.data.id}/redeliver`);
		},
	},
	replayWebhook: {
		records: "webhook.replay",
		async run(world) {
			const period = { from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" };
			return act(world, "POST", `${await webhook(world)}/replay`, period);
		},
	},
	deleteWebhook: {
		records: "webhook.delete",
		run: async (world) => act(world, "DELETE", await webhook(world)),
	},

	createApiKey: {
		records: "api_key.create",
		run: (world) => act(world, "POST", "/api-keys", { name: "Sync", scopes: ["org:read"] }),
	},
	updateApiKey: {
		records: "api_key.update",
		run: async (world) => act(world, "PATCH", await apiKey(world), { name: "Other" }),
	},
	rotateApiKey: {
		records: "api_key.rotate",
		run: async (world) => act(world, "POST", `${await apiKey(world)}/rotate`),
	},
	adoptApiKey: {
		records: "api_key.adopt",
		async run(world) {
			const admin = await world.api.addMember(world.owner, "admin");
			const body = { name: "Sync", scopes: ["org:read"] };
			const made = await world.api.request("POST", orgPath(world, "/api-keys"), { token: admin.token, body });
			return act(world, "POST", `/api-keys/${made.body.data.id}/adopt`);
		},
	},
	revokeApiKey: {
		records: "api_key.revoke",
		run: async (world) => act(world, "DELETE", await apiKey(world)),
	},
};
