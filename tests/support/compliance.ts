import type { Harness, SignedIn, TestResponse } from "./harness.ts";

/** Requests about compliance, for tests. */
export function complianceOf(api: Harness) {
	/** Sends a request about an organization on behalf of its owner. */
	const send = (owner: SignedIn, method: string, rest: string, body?: unknown): Promise<TestResponse> =>
		api.request(method, `/orgs/${owner.orgId}${rest}`, { token: owner.token, body });

	/** Switches a compliance mode on or off. */
	async function switchTo(owner: SignedIn, complianceMode: string): Promise<void> {
		const { status, text } = await send(owner, "PATCH", "/settings", { complianceMode });
		if (status !== 200) throw new Error(`switching failed: ${text}`);
	}

	return {
		send,
		switchTo,

		/** Creates an organization in a mode. */
		async openIn(mode: string, body: Record<string, unknown> = { orgType: "business" }): Promise<SignedIn> {
			const owner = await api.createOrganization(body);
			await switchTo(owner, mode);
			return owner;
		},

		/** Returns a control of the mode of an organization; undefined when it has none of that id. */
		controlOf: async (owner: SignedIn, id: string) =>
			(await send(owner, "GET", "/compliance")).body.data.controls.find((control: { id: string }) => control.id === id),
	};
}

/** What a request was refused for: status, code, control and paths. */
export const violationOf = ({ status, body: { error } }: TestResponse): unknown[] => [
	status,
	error.code,
	error.meta?.control,
	error.errors?.map(({ path }: { path: string }) => path),
];
