import { newDomain } from "../../support/domains.ts";
import { PASSWORD } from "../../support/harness.ts";
import { linkOf } from "../../support/mailbox.ts";
import type { SampleFile, TestWorld, World } from "../sample.ts";

/** Creates an organization that suggests itself to people of its domain. */
async function suggestingOrganization({ mailed: on }: TestWorld): Promise<{ domain: string; orgId: string }> {
	const token = await on.signInSystem();
	const body = { name: "School", orgType: "education" };
	const { id: orgId } = (await on.request("POST", "/orgs", { token, body })).body.data;
	const name = newDomain();
	const send = (method: string, path: string, sent: object) =>
		on.request(method, `/orgs/${orgId}/domains${path}`, { token, body: sent });
	await send("POST", "", { domain: name });
	await send("POST", `/${name}/verify`, { manual: true, reason: "known" });
	await send("PATCH", `/${name}`, { enrollmentMode: "suggest" });
	return { domain: name, orgId };
}

export const samples: SampleFile["samples"] = {
	allowDomains: { records: "domain.add", body: () => ({ domain: newDomain() }) },
	disallowDomains: { records: "domain.remove", body: async ({ id }) => ({ domains: [await id("domain")] }) },
	updateDomain: { records: "domain.update" },
	verifyDomain: { records: "domain.verify", as: "system", body: { manual: true, reason: "known" } },
	discoverOrganization: { records: null, because: "nothing changes" },
	joinSuggestedOrganization: {
		records: "member.add",
		async run(world) {
			const { act, mailed } = world;
			const { domain, orgId } = await suggestingOrganization(world);
			const email = `joins@${domain}`;
			await mailed.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
			await mailed.parley.services.jobs.runDue();
			const { token } = linkOf(await world.mailbox.next(email));
			await mailed.request("POST", "/auth/verify-email", { body: { token } });
			const signedIn = await mailed.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
			const options = { token: signedIn.body.access_token, body: { orgId } };
			return act("POST", "/auth/suggested-organizations", options, mailed);
		},
	},
};

async function allow({ owner, send }: World, domain: string): Promise<string> {
	await send("POST", `/orgs/${owner.orgId}/domains`, { domain });
	return domain;
}

export const makers: SampleFile["makers"] = { domain: (world) => allow(world, newDomain()) };

/** The first is that of the people of tests: an organization with domains admits no others. */
export const items: SampleFile["items"] = {
	listDomains: (world, n) => allow(world, n === 0 ? "school.example" : newDomain()),
};
