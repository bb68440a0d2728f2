import type { Harness, SignedIn, TestResponse } from "./harness.ts";

/** Switches features of an organization on and off, for tests. */
export const switchingOf =
	(api: Harness) =>
	async ({ orgId, token }: SignedIn, featureFlags: Readonly<Record<string, boolean>>): Promise<void> => {
		const changed = await api.request("PUT", `/orgs/${orgId}`, { token, body: { featureFlags } });
		if (changed.status !== 200) throw new Error(`the features were not changed: ${changed.text}`);
	};

/** What a test compares of the response of an operation whose feature may be off. */
export const refusalOf = ({ status, body }: TestResponse): unknown =>
	status < 400 ? "allowed" : [status, body.error.code, body.error.meta?.flag];

/** Returns the {@link refusalOf} of a feature that is off. */
export const refusedFor = (flag: string): unknown => [403, "forbidden", flag];
