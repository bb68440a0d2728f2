import { readProblem } from "./errors.ts";
import type { Send } from "./retries.ts";

/** Where the token of a request comes from. {@link Session} is one. */
export interface TokenSource {
	/** Returns the token to send now; null: none, for operations that require none. */
	token(): Promise<string | null>;
	/** Replaces a token that has expired. Returns the next one; null: there is none. */
	renew(expired: string): Promise<string | null>;
}

/** An API key or another token, a function that returns one, or a session. */
export type Auth = string | (() => string | null | Promise<string | null>) | TokenSource;

/** Returns the source of tokens that the user of the client has described. */
export function tokenSourceOf(auth: Auth | undefined): TokenSource {
	if (typeof auth === "object") return auth;
	const token = async () => (typeof auth === "function" ? auth() : (auth ?? null));
	return {
		token,
		async renew(expired) {
			const next = await token();
			return next === expired ? null : next;
		},
	};
}

/** Sends requests with a token. One that has expired is replaced once, and the request repeated with the same key. */
export function withToken(send: Send, source: TokenSource): Send {
	return async (request) => {
		if (request.headers.has("authorization")) return send(request);
		const token = await source.token();
		if (token === null) return send(request);
		const first = withBearer(request.clone(), token);
		const response = await send(first);
		if (response.status !== 401 || !(await readProblem(response.clone())).is("token_expired")) return response;
		const next = await source.renew(token);
		if (next === null) return response;
		await response.body?.cancel();
		return send(withBearer(request, next));
	};
}

function withBearer(request: Request, token: string): Request {
	request.headers.set("authorization", `Bearer ${token}`);
	return request;
}
