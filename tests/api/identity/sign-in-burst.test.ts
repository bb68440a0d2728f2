import { describe, expect } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";

// A hash slow enough for everything else to overtake it.
const api = await useHarness({ env: { ARGON2_MEMORY_KIB: "19456", ARGON2_TIME_COST: "1" } });
const owner = await api.createOrganization();

describe("a hundred sign-ins at once", () => {
	inProcessTest("do not delay other requests: reads, writes and probes overtake them", async () => {
		let waiting = 0;
		const logins = Array.from({ length: 100 }, async (_, n) => {
			waiting++;
			const body = { email: `nobody${n}@school.example`, password: "not the password" };
			const { status } = await api.request("POST", "/auth/login", { body });
			waiting--;
			return status;
		});

		const others: number[] = [];
		for (let n = 0; n < 5; n++) {
			const token = owner.token;
			others.push((await api.request("GET", "/health/ready")).status);
			others.push((await api.request("GET", `/orgs/${owner.orgId}`, { token })).status);
			const renamed = { token, body: { name: `Name ${n}` } };
			others.push((await api.request("PUT", `/orgs/${owner.orgId}`, renamed)).status);
		}
		const overtaken = waiting;

		expect(others).toEqual(others.map(() => 200));
		expect(overtaken).toBeGreaterThan(50);
		expect(new Set(await Promise.all(logins))).toEqual(new Set([401]));
	});
});
