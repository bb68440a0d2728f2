import type { JWTPayload } from "jose";
import { type BrowserClient, createBrowserClient } from "./browser-client.ts";
import type { FakeProvider } from "./fake-provider.ts";
import type { Answer, Harness } from "./harness.ts";

/** A browser that comes back from the real provider, and the URL of the callback it has not followed yet. */
export async function cameBack(
	api: Harness,
	login: string,
	query = "",
): Promise<{ readonly browser: BrowserClient; readonly url: string }> {
	const browser = createBrowserClient(api);
	const url = await browser.signInAt(await browser.start(query), login);
	return { browser, url };
}

/**
 * A sign-in from start to end, as the person whose claims the fake provider tells.
 * @param changes of the callback's query
 * @param orgId the organization asked for
 */
export async function signInAs(
	api: Harness,
	provider: FakeProvider,
	claims: JWTPayload,
	changes: Readonly<Record<string, string>> = {},
	orgId?: string,
): Promise<Answer> {
	const browser = createBrowserClient(api);
	const query = provider.approve(await browser.start(orgId === undefined ? "" : `?orgId=${orgId}`), changes);
	provider.claims = claims;
	return browser.callback(`${api.config.publicUrl.href}/auth/callback${query}`);
}

/** A URL with one parameter changed; null: without it. */
export function withParameter(url: string, name: string, value: string | null): string {
	const changed = new URL(url);
	if (value === null) changed.searchParams.delete(name);
	else changed.searchParams.set(name, value);
	return changed.href;
}

let people = 0;

/** Claims of somebody the provider vouches for; nobody here knows them. */
export function newcomer(claims: JWTPayload = {}): JWTPayload {
	const sub = `person-${++people}`;
	return { sub, email: `${sub}@corp.example`, email_verified: true, name: `Person ${people}`, ...claims };
}
