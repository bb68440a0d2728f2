import { beforeEach, describe, expect, test } from "bun:test";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { announced, auditOf } from "#tests/support/traces";

const dns = await useDnsServer();
const api = await useHarness({ env: { DNS_RESOLVERS: dns.address } });
const { send, allow, publish, verify, get, prove } = domainsOf(api, dns);

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

describe("verifying a domain", () => {
	test("takes the record with exactly its text, whatever else is there", async () => {
		const { domain, challenge } = await allow(owner, newDomain());
		const { name, value } = challenge;
		const half = value.length / 2;
		dns.publish(name, "v=spf1 -all", [value.slice(0, half), value.slice(half)]);

		const verified = await verify(owner, domain);

		expect(verified.status).toBe(200);
		expect(verified.body.data).toMatchObject({
			state: "verified",
			verifiedBy: "dns_txt",
			attempts: 1,
			lastError: null,
		});
		expect(verified.body.data.challenge.expiresAt).toBeNull();
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.verified");
	});

	test("says what it found instead, and remembers the attempt", async () => {
		const { domain, challenge } = await allow(owner, newDomain());
		dns.publish(challenge.name, challenge.value.toLowerCase(), ` ${challenge.value}`);

		const missing = await verify(owner, domain);

		expect(codeOf(missing)).toEqual([422, "dns_record_not_found"]);
		expect(missing.body.error.meta).toEqual({
			name: challenge.name,
			expected: challenge.value,
			found: [challenge.value.toLowerCase(), ` ${challenge.value}`],
		});
		expect(await get(owner, domain)).toMatchObject({ state: "pending", attempts: 1, lastError: "record_not_found" });
	});

	test("is not refused by DNS servers that fail: it says so, and can be tried again", async () => {
		const { domain, challenge } = await allow(owner, newDomain());
		publish({ challenge });
		dns.behave(challenge.name, "fails");

		const failed = await verify(owner, domain);
		dns.behave(challenge.name, null);

		expect(codeOf(failed)).toEqual([503, "unavailable"]);
		expect(failed.headers.get("retry-after")).toBe("30");
		expect(await get(owner, domain)).toMatchObject({ state: "pending", lastError: "resolver_failed" });
		expect((await verify(owner, domain)).status).toBe(200);
	});

	test("takes no record of another organization", async () => {
		const other = await api.createOrganization();
		const domain = newDomain();
		const theirs = await allow(other, domain);
		await allow(owner, domain);
		publish(theirs);

		expect(codeOf(await verify(owner, domain))).toEqual([422, "dns_record_not_found"]);
		expect((await verify(other, domain)).status).toBe(200);
	});

	test("lets the first proof win, and others only once it is given up", async () => {
		const other = await api.createOrganization();
		const domain = newDomain();
		const { challenge } = await allow(owner, domain);
		const { value } = (await allow(other, domain)).challenge;
		dns.publish(challenge.name, challenge.value, value);

		await verify(owner, domain);
		const late = await verify(other, domain);
		const during = await get(other, domain);
		await send(owner, "DELETE", `?domain=${domain}`);
		const after = await verify(other, domain);

		expect(codeOf(late)).toEqual([409, "domain_claimed"]);
		expect(during).toMatchObject({ state: "conflict", lastError: "claimed" });
		expect(await announced(api.store, other.orgId)).toContain("org.domain.conflict");
		expect(after.body.data.state).toBe("verified");
		expect(
			await api.createOrganization({ allowedDomains: [domain] }).then((third) => get(third, domain)),
		).toMatchObject({
			state: "conflict",
		});
	});

	test("lets one of many win who prove it at the same moment", async () => {
		const domain = newDomain();
		const claimants = await Promise.all(Array.from({ length: 4 }, () => api.createOrganization()));
		const claims = await Promise.all(claimants.map((claimant) => allow(claimant, domain)));
		dns.publish(`_parley-verify.${domain}`, ...claims.map(({ challenge }) => challenge.value));

		const results = await Promise.all(claimants.map((claimant) => verify(claimant, domain)));

		expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
		const states = await Promise.all(claimants.map((claimant) => get(claimant, domain)));
		expect(states.map(({ state }) => state).toSorted()).toEqual(["conflict", "conflict", "conflict", "verified"]);
	});

	test("proves a subdomain apart from the domain of another organization", async () => {
		const other = await api.createOrganization();
		const domain = await prove(owner);

		const subdomain = await prove(other, `physics.${domain}`);

		expect(await get(other, subdomain)).toMatchObject({ state: "verified" });
	});

	test("does without the record when a system administrator vouches for the domain, and says why", async () => {
		const { domain } = await allow(owner, newDomain());
		const token = await api.signInSystem();
		const path = `/orgs/${owner.orgId}/domains/${domain}/verify`;
		const vouch = (by: string, body: unknown) => api.request("POST", path, { token: by, body });

		const refused = await vouch(owner.token, { manual: true, reason: "because" });
		const unexplained = await vouch(token, { manual: true });
		const vouched = await vouch(token, { manual: true, reason: "a letter of the headmaster" });

		expect(codeOf(refused)).toEqual([403, "admin_required"]);
		expect(codeOf(unexplained)).toEqual([422, "validation_failed"]);
		expect(vouched.body.data).toMatchObject({ state: "verified", verifiedBy: "manual", nextCheckAt: null });
		expect(JSON.stringify(await auditOf(api.store, owner.orgId))).toContain("a letter of the headmaster");
	});

	test("is refused to an administrator who was removed meanwhile", async () => {
		const administrator = await api.addMember(owner, "admin");
		const { domain, challenge } = await allow(administrator, newDomain());
		publish({ challenge });
		dns.behave(challenge.name, "held");

		const verifying = verify(administrator, domain);
		await dns.askedFor(challenge.name);
		await api.request("DELETE", `/orgs/${owner.orgId}/members/${administrator.userId}`, { token: owner.token });
		dns.release();
		const refused = await verifying;

		expect(refused.status).toBeGreaterThanOrEqual(401);
		expect(await get(owner, domain)).toMatchObject({ state: "pending", attempts: 0 });
	});

	test("finds no domain that is unknown, or no domain at all", async () => {
		expect(codeOf(await verify(owner, "unknown.example.edu"))).toEqual([404, "not_found"]);
		expect(codeOf(await verify(owner, "%65%2F..%2f"))).toEqual([404, "not_found"]);
	});
});
