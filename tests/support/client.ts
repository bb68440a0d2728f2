import type { TestRequest, TestResponse } from "./harness.ts";
import { readResponse } from "./responses.ts";

type ClientOptions = Omit<TestRequest, "token" | "body">;

/** Requests of one caller. */
export interface Client {
	get(path: string, options?: ClientOptions): Promise<TestResponse>;
	post(path: string, body?: unknown, options?: ClientOptions): Promise<TestResponse>;
	put(path: string, body?: unknown, options?: ClientOptions): Promise<TestResponse>;
	patch(path: string, body?: unknown, options?: ClientOptions): Promise<TestResponse>;
	delete(path: string, body?: unknown, options?: ClientOptions): Promise<TestResponse>;
}

/** A client with a token: of a person, a guest or an API key. */
export interface Caller extends Client {
	readonly token: string;
}

/** A caller of an organization. */
export interface OrgCaller extends Caller {
	readonly orgId: string;
}

/** Creates the client of a caller. @param token `undefined`: anonymous */
export function createClient<T extends string | undefined>(
	request: (method: string, path: string, options: TestRequest) => Promise<TestResponse>,
	token: T,
): Client & { readonly token: T } {
	// `this`, so that `{ ...owner, token }` sends its own token.
	const sending = (method: string) =>
		function (this: { token?: T }, path: string, body?: unknown, options?: ClientOptions) {
			return request(method, path, { ...options, token: this.token, body });
		};
	return {
		token,
		get(path, options) {
			return request("GET", path, { ...options, token: this.token });
		},
		post: sending("POST"),
		put: sending("PUT"),
		patch: sending("PATCH"),
		delete: sending("DELETE"),
	};
}

/** Creates the client of a caller of another process. */
export function clientAt(url: string, token?: string): Client {
	return createClient(async (method, path, { token, body, raw, headers }) => {
		const sent = new Headers(headers);
		if (token) sent.set("authorization", `Bearer ${token}`);
		if (body !== undefined) sent.set("content-type", "application/json");
		const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const init = { method, headers: sent, decompress: false, ...(content !== undefined && { body: content }) };
		return readResponse(await fetch(url + path, init));
	}, token);
}

/** Options that make a change conditional on a version. @param etag `undefined`: unconditional */
export const matching = (etag: string | undefined): ClientOptions => (etag ? { headers: { "if-match": etag } } : {});
