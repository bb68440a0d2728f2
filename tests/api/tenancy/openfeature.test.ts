import { afterAll, describe, expect, test } from "bun:test";
import { OFREPProvider } from "@openfeature/ofrep-provider";
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider";
import { OpenFeature as Server } from "@openfeature/server-sdk";
import { ProviderEvents, OpenFeature as Web } from "@openfeature/web-sdk";
import { useHarness } from "#tests/support/harness";
import { until } from "#tests/support/until";

// The public clients of OFREP, as an application installs them, over sockets.
const api = await useHarness({ isServed: true });
const owner = await api.createOrganization();
const change = (body: Record<string, boolean>) =>
	api.request("PUT", `/orgs/${owner.orgId}/feature-flags`, { token: owner.token, body });
const authorization = `Bearer ${owner.token}`;
await change({ calendarSync: false });

afterAll(async () => {
	await Server.close();
	await Web.close();
});

describe("the OpenFeature SDK for servers", () => {
	test("reads flags that are on and off, with variant, reason and source", async () => {
		await Server.setProviderAndWait(new OFREPProvider({ baseUrl: api.url, headers: { authorization } }));
		const client = Server.getClient();
		const context = { targetingKey: owner.userId, country: "FR" };

		expect(await client.getBooleanDetails("aiSummaries", false, context)).toMatchObject({
			value: true,
			variant: "on",
			reason: "DEFAULT",
			flagMetadata: { source: "system" },
		});
		expect(await client.getBooleanDetails("calendarSync", true, context)).toMatchObject({
			value: false,
			variant: "off",
			reason: "TARGETING_MATCH",
			flagMetadata: { source: "organization" },
		});
	});

	test.each([true, false])("returns the default %p for a flag that does not exist", async (fallback) => {
		const details = await Server.getClient().getBooleanDetails("telepathy", fallback);

		expect(details).toMatchObject({ value: fallback, reason: "ERROR", errorCode: "FLAG_NOT_FOUND" });
	});

	test("returns the default for a flag of another type", async () => {
		const details = await Server.getClient().getStringDetails("aiSummaries", "none");

		expect(details).toMatchObject({ value: "none", errorCode: "TYPE_MISMATCH" });
	});

	test("returns the default without a token that counts", async () => {
		const headers = { authorization: "Bearer wrong" };
		await Server.setProviderAndWait("stranger", new OFREPProvider({ baseUrl: api.url, headers }));
		const details = await Server.getClient("stranger").getBooleanDetails("aiSummaries", false);

		expect(details).toMatchObject({ value: false, reason: "ERROR", errorCode: "GENERAL" });
	});
});

describe("the OpenFeature SDK for browsers", () => {
	test("reads all flags at once, is told 304 while nothing changes, and notices a change", async () => {
		const statuses: number[] = [];
		const fetchImplementation = async (...request: Parameters<typeof fetch>) => {
			const response = await fetch(...request);
			statuses.push(response.status);
			return response;
		};
		const provider = new OFREPWebProvider({
			baseUrl: api.url,
			headers: [["authorization", authorization]],
			fetchImplementation,
			pollInterval: 50,
			cacheMode: "disabled",
		});
		await Web.setContext({ targetingKey: owner.userId });
		// Its declaration says `hooks: Hook[] | undefined`, which the SDK's own does not take with exact optional types.
		await Web.setProviderAndWait(Object.assign(provider, { hooks: [] }));
		const client = Web.getClient();
		const changes: unknown[] = [];
		client.addHandler(ProviderEvents.ConfigurationChanged, (event) => void changes.push(event?.flagsChanged));

		expect(statuses[0]).toBe(200);
		expect(client.getBooleanDetails("aiSummaries", false)).toMatchObject({ value: true, reason: "DEFAULT" });
		expect(client.getBooleanDetails("calendarSync", true)).toMatchObject({ value: false, reason: "TARGETING_MATCH" });
		for (const fallback of [true, false])
			expect(client.getBooleanDetails("telepathy", fallback)).toMatchObject({
				value: fallback,
				errorCode: "FLAG_NOT_FOUND",
			});
		await until(() => statuses.length >= 3);
		expect(statuses.slice(0, 3)).toEqual([200, 304, 304]);
		expect(changes).toEqual([]);

		await change({ calendarSync: true });
		await until(() => client.getBooleanValue("calendarSync", false));
		expect(changes).toEqual([["calendarSync"]]);
		expect(new Set(statuses)).toEqual(new Set([200, 304]));
	});
});
