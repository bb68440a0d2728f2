import { type Caller, matching } from "./client.ts";
import type { TestResponse } from "./harness.ts";

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

const list = (by: Caller, query = "", headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
	by.get(`/notifications${query}`, { headers });

/** Requests about notifications on behalf of people, for tests. */
export const notifications = {
	list,
	heard: async (by: Caller, query = ""): Promise<readonly Heard[]> => (await list(by, query)).body.data,
	kinds: async (by: Caller): Promise<readonly string[]> => (await list(by)).body.data.map(({ kind }: Heard) => kind),
	read: (by: Caller, body: unknown) => by.post("/notifications/read", body),
	preferences: (by: Caller) => by.get("/notifications/preferences"),
	prefer: (by: Caller, kinds: unknown, ifMatch?: string) =>
		by.patch("/notifications/preferences", { kinds }, matching(ifMatch)),
};
