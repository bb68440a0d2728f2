import { systemContext } from "#modules/tenancy/permissions";
import { newAddress } from "../../support/addresses.ts";
import type { SampleFile } from "../sample.ts";

export const further: SampleFile["further"] = {
	"auth.issue_token": ({ api, owner }) => api.parley.services.scriptTokens.issue(systemContext("cli:token"), owner),
	async "admin.withdraw"({ api }) {
		const { administrators } = api.parley.services;
		return administrators.withdraw(await administrators.create({ email: newAddress() }));
	},
	async "admin.remove"({ api }) {
		const { administrators } = api.parley.services;
		return administrators.remove((await administrators.create({ email: newAddress() })).email);
	},
	async "auth.unlink_identity"({ api }) {
		const { administrators } = api.parley.services;
		const { email } = await administrators.create({ email: newAddress() });
		const link = { email, issuer: "https://id.school.example", subject: email };
		await administrators.link(link);
		return administrators.unlink(link);
	},
};
