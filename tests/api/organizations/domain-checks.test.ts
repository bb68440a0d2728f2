import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { domainsOf, newDomain, useDnsServer } from "#tests/support/domains";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";
import { announced, auditOf } from "#tests/support/traces";

const dns = await useDnsServer();
const api = await useHarness({ env: { DNS_RESOLVERS: dns.address } });
const { send, allow, publish, verify, get, prove } = domainsOf(api, dns);

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization();
});

/** Lets time pass, and runs what is due by then. */
async function pass(ms: number): Promise<void> {
	api.advanceMs(ms);
	await api.parley.services.jobs.runDue();
}

/** Signs the owner in again: their session does not last for days. */
async function signInAgain(): Promise<void> {
	const body = { email: owner.email, password: "a perfectly long password", orgId: owner.orgId };
	owner = { ...owner, token: (await api.request("POST", "/auth/login", { body })).body.access_token };
}

/** Returns the number of look-ups of a domain so far. */
const lookUps = (domain: string): number => dns.asked.filter((name) => name === `_parley-verify.${domain}`).length;

inProcessDescribe("background checks", () => {
	test("look for the record after 1, 5, 15 and 60 minutes, and every 6 hours", async () => {
		const { domain } = await allow(owner, newDomain());
		const counts: number[] = [];

		for (const minutes of [2, 4, 11, 48, 300, 90, 420]) {
			await pass(minutes * MINUTE_MS);
			counts.push(lookUps(domain));
		}

		expect(counts).toEqual([1, 2, 3, 4, 4, 5, 6]);
	});

	test("verify a domain as soon as its record is there", async () => {
		const claim = await allow(owner, newDomain());

		publish(claim);
		await pass(2 * MINUTE_MS);
		await signInAgain();

		expect(await get(owner, claim.domain)).toMatchObject({ state: "verified", attempts: 1 });
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.verified");
	});

	test("give up after 30 days; the domain can be claimed again, with another record", async () => {
		const claim = await allow(owner, newDomain());

		for (let day = 0; day < 31; day++) await pass(DAY_MS);
		await signInAgain();
		const failed = await get(owner, claim.domain);
		const again = await allow(owner, claim.domain);
		publish(claim);
		const withOldRecord = await verify(owner, claim.domain);
		publish(again);
		const withNewRecord = await verify(owner, claim.domain);

		expect(failed).toMatchObject({ state: "failed", nextCheckAt: null });
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.failed");
		expect(again).toMatchObject({ state: "pending", attempts: 0 });
		expect((await auditOf(api.store, owner.orgId)).map(({ action }) => action)).toContain("domain.claim");
		expect([withOldRecord.status, withNewRecord.status]).toEqual([422, 200]);
	});

	test("prove a verified domain daily, and let it lapse when the record is missing for three days", async () => {
		const domain = await prove(owner);
		const states: string[] = [];

		await pass(26 * HOUR_MS);
		dns.publish(`_parley-verify.${domain}`, "something else");
		for (let day = 0; day < 3; day++) {
			await pass(26 * HOUR_MS);
			await signInAgain();
			states.push((await get(owner, domain)).state);
		}

		expect(states).toEqual(["verified", "verified", "lapsed"]);
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.lapsed");
	});

	test("do not hold against a domain that DNS servers fail, but for two weeks", async () => {
		const domain = await prove(owner);
		dns.behave(`_parley-verify.${domain}`, "fails");

		for (let day = 0; day < 13; day++) await pass(DAY_MS);
		await signInAgain();
		const before = await get(owner, domain);
		for (let day = 0; day < 3; day++) await pass(DAY_MS);
		await signInAgain();
		const after = await get(owner, domain);
		dns.behave(`_parley-verify.${domain}`, null);
		await pass(2 * DAY_MS);
		await signInAgain();

		expect(before).toMatchObject({ state: "verified", lastError: "resolver_failed" });
		expect(after).toMatchObject({ state: "lapsed" });
		expect(await get(owner, domain)).toMatchObject({ state: "verified" });
	});

	test("leave alone what a system administrator vouched for", async () => {
		const { domain } = await allow(owner, newDomain());
		const token = await api.signInSystem();
		const body = { manual: true, reason: "known" };
		await api.request("POST", `/orgs/${owner.orgId}/domains/${domain}/verify`, { token, body });

		for (let day = 0; day < 5; day++) await pass(DAY_MS);
		await signInAgain();

		expect(await get(owner, domain)).toMatchObject({ state: "verified" });
		expect(lookUps(domain)).toBe(0);
	});

	test("tell others that a domain is taken, and prove it for them once it is free", async () => {
		const other = await api.createOrganization();
		const domain = newDomain();
		const mine = await allow(owner, domain);
		const theirs = await allow(other, domain);
		dns.publish(mine.challenge.name, mine.challenge.value, theirs.challenge.value);

		await verify(other, domain);
		await pass(0);
		const during = await get(owner, domain);
		await send(other, "DELETE", `?domain=${domain}`);
		await pass(0);
		await pass(3 * MINUTE_MS);

		expect(during).toMatchObject({ state: "conflict", attempts: 0 });
		expect(await announced(api.store, owner.orgId)).toContain("org.domain.conflict");
		expect(await get(owner, domain)).toMatchObject({ state: "verified" });
	});

	test("go on when the clock was ahead and is set back", async () => {
		api.setClockAheadMs(365 * DAY_MS);
		await signInAgain();
		const claim = await allow(owner, newDomain());
		publish(claim);
		api.setClockAheadMs(-365 * DAY_MS);

		await api.parley.services.jobs.bringBack();
		await api.parley.services.jobs.bringBack();
		await pass(3 * MINUTE_MS);
		await signInAgain();

		expect(await get(owner, claim.domain)).toMatchObject({ state: "verified" });
	});

	test("of an organization with many domains hold up no other", async () => {
		const many = Array.from({ length: 50 }, newDomain);
		await send(owner, "POST", "", { domains: many });
		const other = await api.createOrganization();
		const claim = await allow(other, newDomain());
		publish(claim);
		const before = dns.asked.length;

		api.advanceMs(2 * MINUTE_MS);
		await api.parley.services.jobs.runDue();

		const position = dns.asked.slice(before).indexOf(claim.challenge.name);
		expect(await get(other, claim.domain)).toMatchObject({ state: "verified" });
		expect(position).toBeWithin(0, 21);
		expect(many.every((domain) => lookUps(domain) === 1)).toBe(true);
	});
});
