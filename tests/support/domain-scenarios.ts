import { newDomain } from "./domains.ts";
import { type Harness, PASSWORD } from "./harness.ts";
import { linkOf } from "./mailbox.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

async function domain({ api, owner }: ScenarioContext): Promise<string> {
	const body = { domain: newDomain() };
	await api.request("POST", `/orgs/${owner.orgId}/domains`, { token: owner.token, body });
	return body.domain;
}

/** Creates an organization that suggests itself to people of its domain. */
async function suggestingOrganization(on: Harness): Promise<{ domain: string; orgId: string }> {
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

/** Mutating operations on domains by `operationId`. */
export const DOMAIN_SCENARIOS: Readonly<Record<string, Scenario>> = {
	allowDomains: {
		records: "domain.add",
		run: ({ act, owner }) =>
			act("POST", `/orgs/${owner.orgId}/domains`, { token: owner.token, body: { domain: newDomain() } }),
	},
	disallowDomains: {
		records: "domain.remove",
		async run(world) {
			const { act, owner } = world;
			return act("DELETE", `/orgs/${owner.orgId}/domains?domain=${await domain(world)}`, { token: owner.token });
		},
	},
	discoverOrganization: {
		records: null,
		because: "nothing changes",
		run: ({ act }) => act("POST", "/auth/discovery", { body: { email: "ada@example.edu" } }),
	},
	joinSuggestedOrganization: {
		records: "member.add",
		async run(world) {
			const { act, mailed } = world;
			const { domain: theirs, orgId } = await suggestingOrganization(mailed);
			const email = `joins@${theirs}`;
			await mailed.request("POST", "/auth/register", { body: { email, password: PASSWORD, name: "Ada" } });
			await mailed.parley.services.jobs.runDue();
			const { token } = linkOf(await world.mailbox.next(email));
			await mailed.request("POST", "/auth/verify-email", { body: { token } });
			const signedIn = await mailed.request("POST", "/auth/login", { body: { email, password: PASSWORD } });
			return act(
				"POST",
				"/auth/suggested-organizations",
				{ token: signedIn.body.access_token, body: { orgId } },
				mailed,
			);
		},
	},
	updateDomain: {
		records: "domain.update",
		async run(world) {
			const { act, owner } = world;
			const path = `/orgs/${owner.orgId}/domains/${await domain(world)}`;
			return act("PATCH", path, { token: owner.token, body: { enrollmentMode: "suggest" } });
		},
	},
	verifyDomain: {
		records: "domain.verify",
		async run(world) {
			const { act, api, owner } = world;
			const path = `/orgs/${owner.orgId}/domains/${await domain(world)}/verify`;
			return act("POST", path, { token: await api.signInSystem(), body: { manual: true, reason: "known" } });
		},
	},
};
