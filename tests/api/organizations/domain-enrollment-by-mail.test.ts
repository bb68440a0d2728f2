import { afterAll, expect, test } from "bun:test";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { openMailHarness } from "#tests/support/mail-harness";
import { inProcessDescribe } from "#tests/support/target";

const dns = await useDnsServer();
const mail = await openMailHarness({ DNS_RESOLVERS: dns.address });
afterAll(() => mail.close());
const { api } = mail;
const { send, prove } = domainsOf(api, dns);

/** Creates an organization that has proved a domain, and says what becomes of those who have an address of it. */
async function organizationWith(enrollmentMode: string) {
	const token = await api.signInSystem();
	const body = { name: "School", orgType: "education" };
	const { id: orgId } = (await api.request("POST", "/orgs", { token, body })).body.data;
	const system = { ...api.as(token), orgId, userId: "", email: "" };
	const domain = await prove(system, newDomain());
	await send(system, "PATCH", `/${domain}`, { enrollmentMode });
	return { domain, token, orgId };
}

inProcessDescribe("people of a domain", () => {
	test("join when they verify their address, in the session they have", async () => {
		const { domain, orgId, token } = await organizationWith("auto_join");
		const email = `ada@${domain}`;
		await mail.register(email);
		const before = (await api.request("GET", `/orgs/${orgId}/members`, { token })).body.data;

		await mail.verify(email);
		await mail.deliver();

		const after = (await api.request("GET", `/orgs/${orgId}/members`, { token })).body.data;
		expect(before).toEqual([]);
		expect(after).toEqual([expect.objectContaining({ email, role: "member" })]);
	});

	test("get a mail with an invitation that they can accept", async () => {
		const { domain } = await organizationWith("invite");
		const email = `bob@${domain}`;
		await mail.register(email);
		await mail.verify(email);

		const invitation = await mail.mailTo(email);

		expect(invitation.text).toContain("School");
	});
});
