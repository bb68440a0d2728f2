import { type Client, type ClientOptions, createClient, unwrap } from "../../clients/typescript/src/index.ts";

/** What a client has sent: method and path, status of the answer (null: none has arrived), `Idempotency-Key` and `Last-Event-ID`. */
export interface Sent {
	readonly request: string;
	readonly status: number | null;
	readonly key: string | null;
	readonly after: string | null;
}

/** A `fetch` that writes down what goes through it. */
export function writingDown(): { readonly sent: Sent[]; readonly fetch: (request: Request) => Promise<Response> } {
	const sent: Sent[] = [];
	return {
		sent,
		async fetch(request) {
			const key = request.headers.get("idempotency-key");
			const after = request.headers.get("last-event-id");
			const entry = { request: `${request.method} ${new URL(request.url).pathname}`, key, after };
			try {
				const response = await fetch(request);
				sent.push({ ...entry, status: response.status });
				return response;
			} catch (error) {
				sent.push({ ...entry, status: null });
				throw error;
			}
		},
	};
}

/** Returns a client, and what it has sent. */
export function openClient(options: ClientOptions): Client & { readonly sent: readonly Sent[] } {
	const { sent, fetch } = writingDown();
	return Object.assign(createClient({ fetch, ...options }), { sent });
}

/** Creates a workspace, and returns its id. */
export async function createWorkspace(api: Client, orgId: string, name: string): Promise<string> {
	const created = await unwrap(api.POST("/orgs/{orgId}/workspaces", { params: { path: { orgId } }, body: { name } }));
	return created.data.id;
}
