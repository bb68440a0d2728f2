import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import type { Proof, SessionsService, TokenResult } from "#modules/identity/sessions";
import { newFlowSecret } from "#platform/browser-flows";
import type { Core } from "#platform/module";
import {
	codeMissing,
	exchangeFailed,
	providerNotConfigured,
	providerUnavailable,
	signInDeclined,
	unknownSignIn,
} from "./errors.ts";
import { FLOW_LIFETIME_MS, type Flow, newChecks, stateOf } from "./flow.ts";
import type { IdentityProvider, SsoLog } from "./ports.ts";
import { createProvisioning, type ProvisioningDeps } from "./provisioning.ts";
import { identitiesRepository } from "./repository.ts";
import type { AuthorizeQuery, CallbackQuery } from "./schemas.ts";

/** Maximum length of the URL of a return page. */
const MAX_CHARS = 2048;

/**
 * Parses the URL of the page to return to after the sign-in, as a browser would: an absolute URL of an allowed origin, or
 * a path of the first one. Returns the parsed URL that was checked, never the text that was sent.
 * @param origins allowed origins, our own first
 * @throws `invalid_request`
 */
function parseReturnPage(text: string, origins: readonly string[]): string {
	const url = text.length <= MAX_CHARS ? URL.parse(text, origins[0]) : null;
	// `javascript:` and its like have the origin "null", `//host` and `/\host` that of the host, `blob:` that of its maker.
	const isPage = url?.protocol === "https:" || url?.protocol === "http:";
	if (!isPage || !origins.includes(url.origin) || url.username !== "" || url.password !== "")
		throw new AppError("invalid_request", "redirect must be a page on an allowed origin (PUBLIC_URL, CORS_ORIGINS).", {
			fieldErrors: [{ path: "/redirect", code: "not_allowed", message: "must be a page on an allowed origin" }],
		});
	return url.href;
}

/** Adds the reason of a failed sign-in to the URL of a page: `?error=<code>`. */
function withError(page: string, code: string): string {
	const url = new URL(page);
	url.searchParams.set("error", code);
	return url.href;
}

export interface SsoDeps extends Pick<Core, "store" | "challenges">, ProvisioningDeps {
	readonly sessions: SessionsService;
	/** Counts the start of a sign-in by network. @throws `rate_limited` */
	readonly throttleNetwork: (ip: string | null) => Promise<void>;
	/** Null: no provider is configured. */
	readonly provider: IdentityProvider | null;
	/** Allowed origins of return pages, our own first. */
	readonly origins: readonly string[];
	readonly log: SsoLog;
}

export type SsoService = ReturnType<typeof createSsoService>;

/** A started sign-in: the URL at the provider, and the secret for the browser's cookie. */
export interface AuthorizationStart {
	readonly url: string;
	readonly secret: string;
}

/** Result of a callback: tokens, a page to return to, or both. */
export interface CallbackResult {
	/** Null when the sign-in failed; the URL of the page then contains the reason. */
	readonly tokens: TokenResult | null;
	/** Null: respond with the tokens as JSON. */
	readonly redirect: string | null;
}

interface StartedFlow extends Flow {
	readonly state: string;
}

/** Creates the service for signing in at the operator's OIDC provider: code flow with PKCE, state and nonce. */
export function createSsoService(deps: SsoDeps) {
	const { challenges, sessions, throttleNetwork, provider, origins, log } = deps;
	const accounts = createProvisioning(deps);

	/**
	 * Consumes a flow that this browser has started; null when there is none. Without a `state` it is the newest: the PKCE
	 * verifier and the nonce still bind the code to it.
	 */
	async function consumeFlow(state: string | undefined, secrets: readonly string[]): Promise<StartedFlow | null> {
		const started = secrets.map(stateOf);
		const mine = state === undefined ? await newest(started) : started.find((each) => each === state);
		if (mine === undefined) return null;
		const flow = await challenges.consumeNow<Flow>("oidc", mine);
		return flow && { ...flow, state: mine };
	}

	async function newest(states: readonly string[]): Promise<string | undefined> {
		let found: string | undefined;
		let latestMs = Number.NEGATIVE_INFINITY;
		for (const state of states) {
			const startedAtMs = await challenges.createdAtMs("oidc", state);
			if (startedAtMs === null || startedAtMs < latestMs) continue;
			latestMs = startedAtMs;
			found = state;
		}
		return found;
	}

	/** Completes a sign-in after the provider's redirect. @throws every code of the callback */
	async function completeSignIn(
		context: RequestContext,
		query: CallbackQuery,
		flow: StartedFlow,
	): Promise<TokenResult> {
		if (query.error === "access_denied") throw signInDeclined();
		if (query.error !== undefined || !query.code || !provider)
			throw logFailure(context, new Error(`the provider answered error=${query.error?.slice(0, 64)}`));
		const response = { code: query.code, state: query.state ?? null, issuer: query.iss ?? null };
		const identity = await provider.exchange(response, flow).catch((error: unknown) => {
			throw logFailure(context, error);
		});
		if (identity === null) throw unknownSignIn();
		const { user, orgId } = await accounts.signIn(context, identity, flow.orgId);
		// The provider decides how people authenticate, second factor included: no local TOTP code is required in addition.
		const authMethods = identity.authMethods.length > 0 ? identity.authMethods : ["fed"];
		const proof: Proof = {
			isStillValid: async (tx) => (await identitiesRepository.findUser(tx, identity))?.id === user.id,
			toError: unknownSignIn,
		};
		return sessions.start(context, user, {
			proof,
			authMethods,
			orgId: flow.orgId ?? orgId ?? undefined,
			device: undefined,
		});
	}

	function logFailure({ requestId }: RequestContext, cause: unknown): AppError {
		log.warn("a sign-in with the OIDC provider failed", { requestId, error: cause });
		return exchangeFailed(cause);
	}

	return {
		/**
		 * Starts a sign-in.
		 * @throws `provider_not_configured` `invalid_request` `rate_limited` `unavailable`
		 */
		async authorize(
			{ requestId, ip }: RequestContext,
			{ redirect, orgId }: AuthorizeQuery,
		): Promise<AuthorizationStart> {
			if (!provider) throw providerNotConfigured();
			const page = redirect === undefined ? null : parseReturnPage(redirect, origins);
			await throttleNetwork(ip);
			const secret = newFlowSecret();
			const state = stateOf(secret);
			const flow: Flow = { ...newChecks(), redirect: page, orgId: orgId ?? null };
			const url = await provider.authorizationUrl({ ...flow, state }).catch((error: unknown) => {
				log.warn("the OIDC provider cannot be reached", { requestId, error });
				throw providerUnavailable(error);
			});
			const lifetimeMs = FLOW_LIFETIME_MS;
			await challenges.create({ kind: "oidc", token: state, userId: null, payload: flow, lifetimeMs });
			return { url, secret };
		},

		/**
		 * Completes a sign-in, for any response of the provider. A flow is consumed by its first callback.
		 * @param secrets secrets in the browser's cookies
		 * @throws `oauth_denied` `oauth_exchange_failed` `record_not_found` `validation_failed` `email_not_verified` `forbidden`
		 * `org_mismatch`; with a return page, its URL contains the code instead
		 */
		async callback(context: RequestContext, query: CallbackQuery, secrets: readonly string[]): Promise<CallbackResult> {
			if (query.error === undefined && !query.code) throw codeMissing();
			const flow = await consumeFlow(query.state, secrets);
			// A declined sign-in has no effect, so it does not matter whose flow it was.
			if (!flow) throw query.error === "access_denied" ? signInDeclined() : unknownSignIn();
			const { redirect } = flow;
			try {
				return { tokens: await completeSignIn(context, query, flow), redirect };
			} catch (error) {
				if (redirect === null || !(error instanceof AppError)) throw error;
				return { tokens: null, redirect: withError(redirect, error.code) };
			}
		},
	};
}
