import { PASSWORD } from "../../support/harness.ts";
import type { SampleFile, World } from "../sample.ts";

/** Signs the owner in again. */
const signIn = async ({ api, owner: { email, orgId } }: World) =>
	(await api.request("POST", "/auth/login", { body: { email, password: PASSWORD, orgId } })).body;

export const samples: SampleFile["samples"] = {
	login: { records: "auth.login", body: ({ owner: { email } }) => ({ email, password: PASSWORD }) },
	refreshSession: {
		records: null,
		because: "it prolongs a session that was announced, every few minutes, and changes nothing anybody could ask about",
		body: async (world) => ({ refresh_token: (await signIn(world)).refresh_token }),
	},
	logout: { records: "auth.logout", body: {} },
	endOtherSessions: {
		records: "auth.logout",
		async needs(world) {
			await signIn(world);
			return undefined;
		},
	},
	endSession: {
		records: "auth.logout",
		needs: async ({ send }) => ({ sessionId: (await send("GET", "/auth/sessions"))[0].id }),
	},
};

export const items: SampleFile["items"] = { listSessions: signIn };

export const further: SampleFile["further"] = {
	async "auth.switch_organization"(world) {
		const { api, owner } = world;
		const { orgId } = await api.createOrganization();
		await api.enroll(owner.userId, orgId, "member");
		const { refresh_token } = await signIn(world);
		return api.request("POST", "/auth/refresh", { body: { refresh_token, orgId } });
	},
};
