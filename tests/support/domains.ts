import { afterAll } from "bun:test";
import { startDnsServer, type TestDnsServer } from "./dns-server.ts";
import type { Harness, SignedIn, TestResponse } from "./harness.ts";

let numbers = 0;

/** Returns a domain that no other test has. */
export const newDomain = (): string => `school${++numbers}.example.edu`;

/** Starts a DNS server for a test file. */
export async function useDnsServer(): Promise<TestDnsServer> {
	const dns = await startDnsServer();
	afterAll(() => dns.close());
	return dns;
}

/** What an organization does with its domains. */
export function domainsOf(api: Harness, dns: TestDnsServer) {
	const send = (by: SignedIn, method: string, rest = "", body?: unknown, headers = {}): Promise<TestResponse> =>
		api.request(method, `/orgs/${by.orgId}/domains${rest}`, {
			token: by.token,
			headers,
			...(body !== undefined && { body }),
		});
	const allow = async (by: SignedIn, domain: string) => (await send(by, "POST", "", { domain })).body.data;
	const publish = ({ challenge }: { challenge: { name: string; value: string } }): void =>
		dns.publish(challenge.name, challenge.value);
	const verify = (by: SignedIn, domain: string): Promise<TestResponse> => send(by, "POST", `/${domain}/verify`, {});

	return {
		send,
		allow,
		publish,
		verify,
		get: async (by: SignedIn, domain: string) => (await send(by, "GET", `/${domain}`)).body.data,

		/** Allows a domain and proves it; returns it. */
		async prove(by: SignedIn, domain = newDomain()): Promise<string> {
			publish(await allow(by, domain));
			const verified = await verify(by, domain);
			if (verified.status !== 200) throw new Error(`verifying failed: ${verified.text}`);
			return domain;
		},
	};
}
