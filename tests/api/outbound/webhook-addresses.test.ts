import { afterAll, describe, expect } from "bun:test";
import { startDnsServer } from "#tests/support/dns-server";
import { useHarness } from "#tests/support/harness";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { inProcessTest } from "#tests/support/target";

const [receiver, dns] = await Promise.all([startReceiver(), startDnsServer()]);
afterAll(() => Promise.all([receiver.close(), dns.close()]));
const api = await useHarness({ env: { ...RECEIVER_ENV, DNS_RESOLVERS: dns.address } });

describe("a name that resolves to another address by the time of a delivery", () => {
	inProcessTest("is connected to no more if that is not public, and the delivery says so", async () => {
		const { orgId, token } = await api.createOrganization();
		dns.point("hooks.example.com", ["127.0.0.1"], ["169.254.169.254"]);
		const url = receiver.url("/").replace("127.0.0.1", "hooks.example.com");
		const body = { url, eventTypes: ["org.updated"] };
		const registered = await api.request("POST", `/orgs/${orgId}/webhooks`, { token, body });

		for (const name of ["Once", "Twice"]) await api.request("PUT", `/orgs/${orgId}`, { token, body: { name } });
		await api.parley.services.followers.runDue();

		const path = `/orgs/${orgId}/webhooks/${registered.body.data.id}/deliveries`;
		const { data } = (await api.request("GET", path, { token })).body;
		expect(receiver.received.map((request) => request.body.data.object.name)).toEqual(["Once"]);
		expect(data.map(({ state }: { state: string }) => state)).toEqual(["pending", "succeeded"]);
		expect(data[0].attempts[0]).toMatchObject({ status: null, error: expect.stringContaining("not a public one") });
	});
});
