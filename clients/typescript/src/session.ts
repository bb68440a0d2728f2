import createFetchClient from "openapi-fetch";
import type { TokenSource } from "./credentials.ts";
import { ProblemError, unwrap } from "./errors.ts";
import type { components, paths } from "./generated/operations.ts";
import { withHeaders } from "./headers.ts";
import { withRetries } from "./retries.ts";

/** What a sign-in returns. */
export type Tokens = components["schemas"]["TokenResult"];
type LoginRequest = components["schemas"]["LoginRequestBody"];

/** Options of {@link createSession}. */
export interface SessionOptions {
	/** Address of the service, with its path prefix if it has one. */
	readonly baseUrl: string;
	/** `cookie`: the refresh token is in an HttpOnly cookie that only the browser knows; for pages of the service's own origin. Default `body`. */
	readonly tokenDelivery?: "body" | "cookie";
	/** The refresh token of an earlier run, as {@link SessionOptions.onTokens} has stored it. */
	readonly refreshToken?: string;
	/** Called with each new pair of tokens, to store the refresh token. The one before is no longer valid. */
	readonly onTokens?: (tokens: Tokens) => void;
	/** Called once when the service has ended the session: sign in again. */
	readonly onEnded?: (error: ProblemError) => void;
	readonly fetch?: (request: Request) => Promise<Response>;
}

/** How long before its end a token is replaced, in ms. */
const RENEW_BEFORE_MS = 60_000;

/**
 * Creates the session of a person. It renews the access token 60 seconds before its end and after a `token_expired`; however
 * many requests need one, there is one refresh at a time, in all tabs of a browser together.
 *
 * @example
 * const session = createSession({ baseUrl: "https://parley.example.edu" });
 * await session.signIn({ email, password });
 * const api = createClient({ baseUrl: "https://parley.example.edu", auth: session });
 */
export const createSession = (options: SessionOptions): Session => new Session(options);

/** See {@link createSession}. */
export class Session implements TokenSource {
	readonly #options: SessionOptions;
	readonly #api: ReturnType<typeof createFetchClient<paths>>;
	#access: { readonly token: string; readonly endsAtMs: number } | null = null;
	#refreshToken: string | null;
	/** The refresh that is under way. */
	#renewal: Promise<string | null> | null = null;
	#isOver = false;
	/** The organization that {@link enter} has chosen; another tab with the same cookie may be in another one. */
	#orgId: string | undefined;

	constructor(options: SessionOptions) {
		const { baseUrl, refreshToken = null, fetch: send = (request: Request) => globalThis.fetch(request) } = options;
		this.#options = options;
		this.#refreshToken = refreshToken;
		this.#api = createFetchClient<paths>({ baseUrl, fetch: withHeaders(withRetries(send)) });
	}

	/** Whether the refresh token is in a cookie. */
	get #isCookie(): boolean {
		return this.#options.tokenDelivery === "cookie";
	}

	/**
	 * Signs in with a password.
	 * @throws ProblemError such as `invalid_credentials`; `mfa_required`: pass what `POST /auth/mfa/verify` returns to {@link adopt}
	 */
	async signIn(credentials: Omit<LoginRequest, "tokenDelivery">): Promise<Tokens> {
		const body = { ...credentials, ...(this.#isCookie && { tokenDelivery: "cookie" as const }) };
		const sentAtMs = Date.now();
		const tokens = await unwrap(this.#api.POST("/auth/login", { body }));
		this.adopt(tokens, sentAtMs);
		return tokens;
	}

	/** Continues with the tokens of another sign-in: a second factor, a passkey, a registration. */
	adopt(tokens: Tokens, receivedAtMs: number = Date.now()): void {
		this.#isOver = false;
		this.#access = { token: tokens.access_token, endsAtMs: receivedAtMs + tokens.expires_in * 1_000 };
		if (tokens.refresh_token !== undefined) this.#refreshToken = tokens.refresh_token;
		this.#options.onTokens?.(tokens);
	}

	/** Returns a token that is valid for another minute, or as long as it can be renewed; null: nobody is signed in. */
	async token(): Promise<string | null> {
		const access = this.#access;
		if (access === null) return this.#canRenew ? this.#renew() : null;
		if (Date.now() < access.endsAtMs - RENEW_BEFORE_MS) return access.token;
		try {
			return await this.#renew();
		} catch (error) {
			// It is still valid, and the next request tries again.
			if (Date.now() < access.endsAtMs) return access.token;
			throw error;
		}
	}

	/** Replaces a token that has expired. @returns null if the session is over */
	async renew(expired: string): Promise<string | null> {
		if (this.#access !== null && this.#access.token !== expired) return this.#access.token;
		return this.#renew();
	}

	/** Continues in another organization of the person: the scopes of the next token are those there. */
	async enter(orgId: string): Promise<void> {
		while (this.#renewal !== null) await this.#renewal.catch(() => undefined);
		await this.#renew(orgId);
		this.#orgId = orgId;
	}

	/** Ends the session, also at the service. */
	async signOut(): Promise<void> {
		const token = await this.token();
		this.#forget();
		if (token === null) return;
		await unwrap(this.#api.POST("/auth/logout", { body: {}, headers: { authorization: `Bearer ${token}` } }));
	}

	get #canRenew(): boolean {
		return !this.#isOver && (this.#isCookie || this.#refreshToken !== null);
	}

	/** Refreshes, or waits for the refresh that is under way. */
	#renew(orgId?: string): Promise<string | null> {
		if (!this.#canRenew) return Promise.resolve(null);
		this.#renewal ??= this.#alone(() => this.#refresh(orgId)).finally(() => {
			this.#renewal = null;
		});
		return this.#renewal;
	}

	/** Runs something while no other tab refreshes: a cookie is replaced by one after the other. */
	#alone<T>(work: () => Promise<T>): Promise<T> {
		const locks = this.#isCookie ? globalThis.navigator?.locks : undefined;
		return locks ? locks.request(`parley-refresh ${this.#options.baseUrl}`, work) : work();
	}

	async #refresh(orgId = this.#orgId): Promise<string | null> {
		const sentAtMs = Date.now();
		const body = {
			...(this.#refreshToken !== null && { refresh_token: this.#refreshToken }),
			...(orgId !== undefined && { orgId }),
		};
		try {
			const tokens = await unwrap(this.#api.POST("/auth/refresh", { body }));
			this.adopt(tokens, sentAtMs);
			return tokens.access_token;
		} catch (error) {
			if (!(error instanceof ProblemError) || error.status !== 401) throw error;
			this.#forget();
			this.#options.onEnded?.(error);
			return null;
		}
	}

	#forget(): void {
		this.#isOver = true;
		this.#access = null;
		this.#refreshToken = null;
		this.#orgId = undefined;
	}
}
