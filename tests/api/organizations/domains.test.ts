import { beforeEach, describe, expect, test } from "bun:test";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { announced } from "#tests/support/traces";

const dns = await useDnsServer();
const api = await useHarness({ env: { DNS_RESOLVERS: dns.address } });
const { send, allow, get, prove } = domainsOf(api, dns);

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

const organization = async (by: SignedIn) =>
	(await api.request("GET", `/orgs/${by.orgId}`, { token: by.token })).body.data;
const put = (by: SignedIn, allowedDomains: readonly string[]) =>
	api.request("PUT", `/orgs/${by.orgId}`, { token: by.token, body: { allowedDomains } });
const names = async (by: SignedIn): Promise<string[]> =>
	(await send(by, "GET")).body.data.map(({ domain }: { domain: string }) => domain);

describe("allowing domains", () => {
	test("claims one domain with a random challenge, and puts it on the organization's list", async () => {
		const domain = newDomain();

		const response = await send(owner, "POST", "", { domain: domain.toUpperCase() });

		expect(response.status).toBe(201);
		expect(response.body.data).toMatchObject({
			domain,
			state: "pending",
			enrollmentMode: "none",
			defaultRole: "member",
			includeSubdomains: false,
			challenge: {
				type: "dns_txt",
				name: `_parley-verify.${domain}`,
				value: expect.stringMatching(/^parley-verify=[\w-]{32}$/),
			},
			attempts: 0,
			verifiedAt: null,
			verifiedBy: null,
		});
		expect(response.headers.get("location")).toEndWith(`/orgs/${owner.orgId}/domains/${domain}`);
		expect((await organization(owner)).allowedDomains).toEqual([domain]);
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.added");
	});

	test("claims a list of domains, and leaves alone those that are allowed already", async () => {
		const [first, second] = [newDomain(), newDomain()];
		const before = await allow(owner, first);

		const response = await send(owner, "POST", "", { domains: [second, first] });

		expect(response.status).toBe(201);
		expect(response.body.data).toEqual([expect.objectContaining({ domain: second }), before]);
		expect(await names(owner)).toEqual([first, second]);
		expect((await organization(owner)).allowedDomains).toEqual([first, second]);
	});

	test.each([
		["com", "invalid_domain"],
		["co.uk", "public_suffix"],
		["github.io", "public_suffix"],
		["x.kawasaki.jp", "public_suffix"],
		["xn--p1ai", "invalid_domain"],
		["gmail.com", "free_mail_domain"],
		["mail.gmx.de", "free_mail_domain"],
		["127.0.0.1", "invalid_domain"],
		["example.edu.", "invalid_domain"],
		["localhost", "invalid_domain"],
		["%65xample.edu", "invalid_domain"],
		["example.edu/path", "invalid_domain"],
		["ｅxample.edu", "invalid_domain"],
		["exam\u00adple.edu", "invalid_domain"],
		["xn--garbage-.example.edu", "invalid_domain"],
		["xn--zzzzzz.example.edu", "invalid_domain"],
		["exаmple.edu", "invalid_domain"],
		[`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(43)}.edu`, "invalid_domain"],
	])("refuses %s as %s, in a list as well", async (domain, code) => {
		const alone = await send(owner, "POST", "", { domain });
		const listed = await send(owner, "POST", "", { domains: [domain] });
		const inOrganization = await put(owner, [domain]);

		expect(codeOf(alone)).toEqual([422, code]);
		expect(alone.body.error.errors).toEqual([expect.objectContaining({ path: "/domain", code })]);
		expect(codeOf(listed)).toEqual([422, code]);
		expect(codeOf(inOrganization)).toEqual([422, "validation_failed"]);
		expect(inOrganization.body.error.errors).toEqual([expect.objectContaining({ path: "/allowedDomains/0", code })]);
	});

	test("names every fault of a list at once, and claims nothing then", async () => {
		const response = await send(owner, "POST", "", { domains: [newDomain(), "co.uk", "gmail.com", "-"] });

		expect(codeOf(response)).toEqual([422, "validation_failed"]);
		expect(response.body.error.errors.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
			["/domains/1", "public_suffix"],
			["/domains/2", "free_mail_domain"],
			["/domains/3", "invalid_domain"],
		]);
		expect(await names(owner)).toEqual([]);
	});

	test.each([{}, { domain: "a.example.edu", domains: ["b.example.edu"] }, { domains: [] }])(
		"refuses %p, which names no domain, or names them in two ways",
		async (body) => {
			expect(codeOf(await send(owner, "POST", "", body))).toEqual([422, "validation_failed"]);
		},
	);

	test("takes one spelling of an internationalized domain for another", async () => {
		await send(owner, "POST", "", { domain: "bücher.example.edu" });

		const got = await send(owner, "GET", `/${encodeURIComponent("BÜCHER.example.edu")}`);

		expect(got.body.data.domain).toBe("xn--bcher-kva.example.edu");
	});

	test("is refused to those who only read", async () => {
		const manager = await api.addMember(owner, "manager");

		expect(codeOf(await send(manager, "POST", "", { domain: newDomain() }))).toEqual([403, "insufficient_scope"]);
		expect((await send(manager, "GET")).status).toBe(200);
	});
});

describe("the list of an organization and its domains", () => {
	test("are the same from the creation on", async () => {
		const [first, second, third] = [newDomain(), newDomain(), newDomain()];
		const founded = await api.createOrganization({ allowedDomains: [first, second] });
		const before = await get(founded, second);

		await put(founded, [second, third]);

		expect((await names(founded)).toSorted()).toEqual([second, third]);
		expect(await get(founded, second)).toEqual(before);
		expect(await announced(api.store, founded.orgId)).toContain("org.domain.removed");
	});

	test("lose what is disallowed, by a repeated parameter or a body; members stay", async () => {
		const [first, second, third, fourth] = [newDomain(), newDomain(), newDomain(), newDomain()];
		await send(owner, "POST", "", { domains: [first, second, third, fourth] });

		const byQuery = await send(owner, "DELETE", `?domain=${first}&domain=${second.toUpperCase()}`);
		const byBody = await send(owner, "DELETE", "", { domains: [third] });

		expect([byQuery.status, byBody.status]).toEqual([204, 204]);
		expect(await names(owner)).toEqual([fourth]);
		expect((await organization(owner)).allowedDomains).toEqual([fourth]);
	});

	test("stay as they are when one of the domains to disallow is unknown", async () => {
		const domain = newDomain();
		await allow(owner, domain);

		expect(codeOf(await send(owner, "DELETE", `?domain=${domain}&domain=other.example.edu`))).toEqual([
			404,
			"not_found",
		]);
		expect(codeOf(await send(owner, "DELETE"))).toEqual([422, "validation_failed"]);
		expect(await names(owner)).toEqual([domain]);
	});
});

describe("changing who joins by a domain", () => {
	test.each(["auto_join", "invite"])("needs a verified domain for %s", async (enrollmentMode) => {
		const { domain } = await allow(owner, newDomain());

		const early = await send(owner, "PATCH", `/${domain}`, { enrollmentMode });
		await prove(owner, domain);
		const later = await send(owner, "PATCH", `/${domain}`, { enrollmentMode });

		expect(codeOf(early)).toEqual([409, "domain_not_verified"]);
		expect(later.body.data).toMatchObject({ enrollmentMode });
	});

	test("merges, compares versions, and records what changed", async () => {
		const domain = await prove(owner);
		const { headers } = await send(owner, "GET", `/${domain}`);
		const ifMatch = { "if-match": headers.get("etag") ?? "" };
		const patch = { enrollmentMode: "suggest", defaultRole: "student", includeSubdomains: true };

		const changed = await send(owner, "PATCH", `/${domain}`, patch, ifMatch);
		const stale = await send(owner, "PATCH", `/${domain}`, { defaultRole: null }, ifMatch);
		const reset = await send(owner, "PATCH", `/${domain}`, { defaultRole: null });

		expect(changed.body.data).toMatchObject(patch);
		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
		expect(reset.body.data).toMatchObject({ ...patch, defaultRole: "member" });
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.updated");
	});

	test.each(["owner", "admin", "billing", "auditor"])("lets nobody join as %s", async (defaultRole) => {
		const domain = await prove(owner);

		expect(codeOf(await send(owner, "PATCH", `/${domain}`, { defaultRole }))).toEqual([422, "validation_failed"]);
	});

	test("knows the roles of schools only in schools", async () => {
		const company = await api.createOrganization({ orgType: "business" });
		const domain = await prove(company);

		expect(codeOf(await send(company, "PATCH", `/${domain}`, { defaultRole: "student" }))).toEqual([
			422,
			"validation_failed",
		]);
	});
});

describe("an organization that lists domains", () => {
	const invite = (by: SignedIn, email: string, role = "member") =>
		api.request("POST", `/orgs/${by.orgId}/invitations`, { token: by.token, body: { email, role } });
	const add = (by: SignedIn, email: string, role = "member") =>
		api.request("POST", `/orgs/${by.orgId}/members`, { token: by.token, body: { email, role } });

	test("admits addresses of these alone, but guests with any, and whomever a system administrator adds", async () => {
		const domain = newDomain();
		await allow(owner, domain);
		const system = { ...owner, token: await api.signInSystem() };

		expect((await invite(owner, `ada@${domain}`)).status).toBe(201);
		expect((await add(owner, `bob@${domain.toUpperCase()}`)).status).toBe(202);
		expect(codeOf(await invite(owner, "ada@elsewhere.example"))).toEqual([403, "email_domain_not_allowed"]);
		expect(codeOf(await add(owner, `ada@sub.${domain}`))).toEqual([403, "email_domain_not_allowed"]);
		expect((await invite(owner, "parent@elsewhere.example", "guest")).status).toBe(201);
		expect((await invite(system, "inspector@elsewhere.example")).status).toBe(201);
	});

	test("admits subdomains where the domain includes them", async () => {
		const domain = newDomain();
		await allow(owner, domain);
		await send(owner, "PATCH", `/${domain}`, { includeSubdomains: true });

		expect((await invite(owner, `ada@physics.${domain}`)).status).toBe(201);
		expect(codeOf(await invite(owner, `ada@not${domain}`))).toEqual([403, "email_domain_not_allowed"]);
	});

	test("keeps the members it has, and admits anybody once it lists none", async () => {
		const domain = newDomain();
		const member = await api.addMember(owner, "member");
		await allow(owner, domain);
		const during = await api.request("GET", `/orgs/${owner.orgId}`, { token: member.token });
		await send(owner, "DELETE", `?domain=${domain}`);

		expect(during.status).toBe(200);
		expect((await invite(owner, "ada@elsewhere.example")).status).toBe(201);
	});
});
