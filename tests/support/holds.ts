import type { OrgCaller } from "./client.ts";
import type { TestResponse } from "./harness.ts";

const path = ({ orgId }: OrgCaller, rest = "") => `/orgs/${orgId}/legal-holds${rest}`;
const place = (by: OrgCaller, body: Record<string, unknown>): Promise<TestResponse> =>
	by.post(path(by), { name: "Doe v. School", ...body });

/** Requests about legal holds on behalf of people, for tests. */
export const holds = {
	path,
	place,

	/** Places a hold and returns it. */
	async placed(by: OrgCaller, body: Record<string, unknown>) {
		const answer = await place(by, body);
		if (answer.status !== 201) throw new Error(`placing failed: ${answer.text}`);
		return answer.body.data;
	},

	release: (
		by: OrgCaller,
		{ id }: { readonly id: string },
		body: Record<string, unknown> = {},
	): Promise<TestResponse> => by.post(path(by, `/${id}/release`), body),
};
