import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { type Auth, type TokenSource, tokenSourceOf, withToken } from "./credentials.ts";
import type { paths } from "./generated/operations.ts";
import { withHeaders } from "./headers.ts";
import { type Retries, type Send, withRetries } from "./retries.ts";

/** Options of {@link createClient}. */
export interface ClientOptions {
	/** Address of the service, with its path prefix if it has one. */
	readonly baseUrl: string;
	/** Who calls: an API key, a function that returns a token, or a session. Without it, only operations that require no token work. */
	readonly auth?: Auth;
	/** Language of the texts of errors, such as `es`, or a function that returns it; default: that of the caller's profile. */
	readonly language?: string | (() => string);
	/** How requests are repeated; false: never. */
	readonly retries?: Retries | false;
	/** Sends the requests; default: `fetch`. */
	readonly fetch?: (request: Request) => Promise<Response>;
}

/** What the parts of the client need of it. */
export interface Connection {
	/** Address of the service, without a slash at its end. */
	readonly baseUrl: string;
	/** Where the token of a request comes from. */
	readonly tokens: TokenSource;
	/** Sends a request as the operations do: with token, key, language and retries. */
	send(request: Request): Promise<Response>;
}

/** A client of the service: `GET`, `POST` … of openapi-fetch, for every path of the API. */
export type Client = FetchClient<paths> & { readonly connection: Connection };

/**
 * Creates a client.
 *
 * @example
 * const api = createClient({ baseUrl: "https://parley.example.edu", auth: process.env.PARLEY_API_KEY });
 * const { data: meetings } = await unwrap(api.GET("/orgs/{orgId}/workspaces", { params: { path: { orgId } } }));
 */
export function createClient(options: ClientOptions): Client {
	const { auth, language, retries, fetch: plain = (request: Request) => globalThis.fetch(request) } = options;
	const baseUrl = options.baseUrl.replace(/\/+$/, "");
	const tokens = tokenSourceOf(auth);
	const lasting: Send = retries === false ? plain : withRetries(plain, retries);
	const send = withHeaders(withToken(lasting, tokens), language);
	return Object.assign(createFetchClient<paths>({ baseUrl, fetch: send }), { connection: { baseUrl, tokens, send } });
}
