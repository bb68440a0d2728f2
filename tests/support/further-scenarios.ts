import { systemContext } from "#modules/tenancy/permissions";
import { newAddress } from "./addresses.ts";
import { PASSWORD } from "./harness.ts";
import { FURTHER_MEETING_SCENARIOS } from "./meeting-scenarios.ts";
import { FURTHER_PARTICIPANT_SCENARIOS } from "./participant-scenarios.ts";
import { FURTHER_PROCESSING_SCENARIOS } from "./processing-scenarios.ts";
import { FURTHER_RECORDING_SCENARIOS } from "./recording-scenarios.ts";
import type { ScenarioContext } from "./scenarios.ts";
import { FURTHER_SUMMARY_SCENARIOS } from "./summary-scenarios.ts";
import { FURTHER_TRANSCRIPT_SCENARIOS } from "./transcript-scenarios.ts";
import { FURTHER_TRANSLATION_SCENARIOS } from "./translation-scenarios.ts";
import { FURTHER_WORKSPACE_SCENARIOS } from "./workspace-scenarios.ts";

const NEW_PASSWORD = "another perfectly long password";

const signIn = async ({ api, owner }: ScenarioContext, orgId = owner.orgId) =>
	(await api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD, orgId } })).body;

/** Scenarios, by name of the fact, for facts that no operation's regular scenario records. */
export const FURTHER_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	...FURTHER_MEETING_SCENARIOS,
	...FURTHER_PARTICIPANT_SCENARIOS,
	...FURTHER_WORKSPACE_SCENARIOS,
	...FURTHER_TRANSCRIPT_SCENARIOS,
	...FURTHER_RECORDING_SCENARIOS,
	...FURTHER_PROCESSING_SCENARIOS,
	...FURTHER_TRANSLATION_SCENARIOS,
	...FURTHER_SUMMARY_SCENARIOS,
	async "auth.change_password"({ api, owner }) {
		const body = { password: { current: PASSWORD, new: NEW_PASSWORD } };
		return api.request("PATCH", "/auth/update-profile", { token: owner.token, body });
	},
	"auth.change_email": ({ api, owner }) =>
		api.request("PATCH", "/auth/update-profile", { token: owner.token, body: { email: newAddress() } }),
	async "auth.switch_organization"(world) {
		const { api, owner } = world;
		const other = await api.createOrganization();
		await api.enroll(owner.userId, other.orgId, "member");
		const { refresh_token } = await signIn(world);
		return api.request("POST", "/auth/refresh", { body: { refresh_token, orgId: other.orgId } });
	},
	async "auth.register_again"({ mailed }) {
		const body = { email: newAddress(), password: PASSWORD, name: "Ada" };
		await mailed.request("POST", "/auth/register", { body });
		await mailed.parley.services.jobs.runDue();
		await mailed.request("POST", "/auth/register", { body });
		return mailed.parley.services.jobs.runDue();
	},
	"auth.issue_token": ({ api, owner }) => api.parley.services.scriptTokens.issue(systemContext("cli:token"), owner),
	async "admin.withdraw"({ api }) {
		const made = await api.parley.services.administrators.create({ email: newAddress() });
		return api.parley.services.administrators.withdraw(made);
	},
	async "admin.remove"({ api }) {
		const { email } = await api.parley.services.administrators.create({ email: newAddress() });
		return api.parley.services.administrators.remove(email);
	},
	async "auth.unlink_identity"({ api }) {
		const { email } = await api.parley.services.administrators.create({ email: newAddress() });
		const link = { email, issuer: "https://id.school.example", subject: email };
		await api.parley.services.administrators.link(link);
		return api.parley.services.administrators.unlink(link);
	},
};
