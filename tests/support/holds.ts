import type { Harness, SignedIn, TestResponse } from "./harness.ts";

type By = Pick<SignedIn, "token" | "orgId">;

/** Requests about legal holds on behalf of people, for tests. */
export function holdsOf(api: Harness) {
	const path = ({ orgId }: By, rest = "") => `/orgs/${orgId}/legal-holds${rest}`;
	const place = (by: By, body: Record<string, unknown>): Promise<TestResponse> =>
		api.request("POST", path(by), { token: by.token, body: { name: "Doe v. School", ...body } });

	return {
		path,
		place,

		/** Places a hold and returns it. */
		async placed(by: By, body: Record<string, unknown>) {
			const answer = await place(by, body);
			if (answer.status !== 201) throw new Error(`placing failed: ${answer.text}`);
			return answer.body.data;
		},

		release: (by: By, { id }: { readonly id: string }, body: Record<string, unknown> = {}): Promise<TestResponse> =>
			api.request("POST", path(by, `/${id}/release`), { token: by.token, body }),
	};
}
