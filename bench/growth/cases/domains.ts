import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const newDomain = (): string => `growth-${crypto.randomUUID()}.example.edu`;

/** Domains that one round may claim: an organization has at most a thousand. */
const MOST = 20;

/** Makes a call on a new domain of the largest organization each. */
const onNew = (operation: string, call: (path: string, domain: string) => Call): Case => ({
	operation,
	most: MOST,
	async calls({ ask, giantPath, owner: { token } }: Subject, count) {
		const domains = times(count, newDomain);
		await ask({ method: "POST", path: `${giantPath}/domains`, token, body: { domains } });
		return domains.map((domain) => ({ token, ...call(`${giantPath}/domains`, domain) }));
	},
});

/** Operations on domains. */
export const DOMAIN_CASES: readonly Case[] = [
	{
		operation: "listDomains",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/domains`, token })),
	},
	{
		operation: "allowDomains",
		most: MOST,
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "POST", path: `${giantPath}/domains`, token, body: { domain: newDomain() } })),
	},
	{
		operation: "discoverOrganization",
		calls: (_subject, count) =>
			times(count, () => ({ method: "POST", path: "/auth/discovery", body: { email: `ada@${newDomain()}` } })),
	},
	{
		operation: "listSuggestedOrganizations",
		calls: ({ owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: "/auth/suggested-organizations", token })),
	},
	{
		// Its domain offers the owner nothing: they are a member.
		operation: "joinSuggestedOrganization",
		status: 404,
		calls: ({ owner: { token }, world }, count) =>
			times(count, () => ({
				method: "POST",
				path: "/auth/suggested-organizations",
				token,
				body: { orgId: world.giant.orgId },
			})),
	},
	onNew("getDomain", (path, domain) => ({ method: "GET", path: `${path}/${domain}` })),
	onNew("updateDomain", (path, domain) => ({
		method: "PATCH",
		path: `${path}/${domain}`,
		body: { enrollmentMode: "suggest" },
	})),
	onNew("disallowDomains", (path, domain) => ({ method: "DELETE", path: `${path}?domain=${domain}` })),
	{
		// By an administrator: whoever has to ask DNS waits for that.
		operation: "verifyDomain",
		most: MOST,
		async calls({ ask, giantPath, owner, admin }, count) {
			const domains = times(count, newDomain);
			await ask({ method: "POST", path: `${giantPath}/domains`, token: owner.token, body: { domains } });
			const body = { manual: true, reason: "known" };
			return domains.map((domain) => ({
				method: "POST",
				path: `${giantPath}/domains/${domain}/verify`,
				token: admin.token,
				body,
			}));
		},
	},
];
