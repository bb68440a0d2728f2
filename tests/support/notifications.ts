import type { Harness, TestResponse } from "./harness.ts";

/** A notification as tests read it. */
export interface Heard {
	readonly id: string;
	readonly kind: string;
	readonly text: string;
	readonly meeting: { readonly id: string; readonly title: string };
	readonly target: { readonly type: string; readonly id: string };
	readonly readAt: string | null;
	readonly createdAt: string;
}

/** Requests about notifications on behalf of people, for tests. */
export function notificationsOf(api: Harness) {
	type By = { readonly token: string };
	const list = (by: By, query = "", headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
		api.request("GET", `/notifications${query}`, { token: by.token, headers });
	return {
		list,
		heard: async (by: By, query = ""): Promise<readonly Heard[]> => (await list(by, query)).body.data,
		kinds: async (by: By): Promise<readonly string[]> => (await list(by)).body.data.map(({ kind }: Heard) => kind),
		read: (by: By, body: unknown) => api.request("POST", "/notifications/read", { token: by.token, body }),
		preferences: (by: By) => api.request("GET", "/notifications/preferences", { token: by.token }),
		prefer: (by: By, kinds: unknown, ifMatch?: string) =>
			api.request("PATCH", "/notifications/preferences", {
				token: by.token,
				body: { kinds },
				headers: { ...(ifMatch !== undefined && { "if-match": ifMatch }) },
			}),
	};
}
