import type { JWTPayload } from "jose";
import { type BrowserClient, createBrowserClient } from "./browser-client.ts";
import type { FakeProvider } from "./fake-provider.ts";
import type { Harness, TestResponse } from "./harness.ts";

/** Signs in at the real provider. Returns the browser and the URL of the callback, not requested yet. */
export async function returnFromProvider(
	api: Harness,
	login: string,
	query = "",
): Promise<{ readonly browser: BrowserClient; readonly url: string }> {
	const browser = createBrowserClient(api);
	const url = await browser.signInAt(await browser.start(query), login);
	return { browser, url };
}

/**
 * Signs in at the fake provider as the person with these claims.
 * @param changes to the query of the callback
 * @param orgId the requested organization
 */
export async function signInAs(
	api: Harness,
	provider: FakeProvider,
	claims: JWTPayload,
	changes: Readonly<Record<string, string>> = {},
	orgId?: string,
): Promise<TestResponse> {
	const browser = createBrowserClient(api);
	const query = provider.approve(await browser.start(orgId === undefined ? "" : `?orgId=${orgId}`), changes);
	provider.claims = claims;
	return browser.callback(`${api.config.publicUrl.href}/auth/callback${query}`);
}

/** Returns a URL with one parameter changed; null: removed. */
export function withParameter(url: string, name: string, value: string | null): string {
	const changed = new URL(url);
	if (value === null) changed.searchParams.delete(name);
	else changed.searchParams.set(name, value);
	return changed.href;
}

let people = 0;

/** Returns claims of a person without an account, with a verified address. */
export function newPersonClaims(claims: JWTPayload = {}): JWTPayload {
	const sub = `person-${++people}`;
	return { sub, email: `${sub}@corp.example`, email_verified: true, name: `Person ${people}`, ...claims };
}
