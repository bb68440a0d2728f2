import {
	allowInsecureRequests,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	type ClientAuth,
	ClientSecretBasic,
	ClientSecretPost,
	type Configuration,
	calculatePKCECodeChallenge,
	clockTolerance,
	customFetch,
	discovery,
	enableNonRepudiationChecks,
	fetchUserInfo,
	None,
	ResponseBodyError,
} from "openid-client";
import { type Clock, HOUR_MS } from "#kernel/clock";
import type {
	AuthorizationChecks,
	AuthorizationResponse,
	IdentityProvider,
	VerifiedIdentity,
} from "#modules/identity/sso";
import { type ClaimNames, readGrant } from "#modules/identity/tokens";
import { createBoundedFetch } from "./bounded-fetch.ts";

/** Time for which discovery metadata are used before they are fetched again. */
const METADATA_FRESH_MS = HOUR_MS;
/** Tolerated difference between the provider's clock and ours. */
const CLOCK_SKEW_SECONDS = 30;
/** Maximum number and length of `amr` values kept. */
const MAX_METHODS = 8;
const MAX_METHOD_CHARS = 32;

/** Options of {@link createOidcClient}: the provider and our registration with it. */
export interface OidcClientOptions {
	/** https, or http on loopback; exactly as in `iss`. */
	readonly issuer: string;
	readonly clientId: string;
	/** Undefined for a public client (PKCE only). */
	readonly clientSecret: string | undefined;
	readonly scopes: readonly string[];
	readonly claimNames: ClaimNames;
	/** URL the provider redirects to: derived from `PUBLIC_URL`, never from a request. */
	readonly callbackUrl: string;
	readonly clock: Clock;
	/** For tests; default 5,000. */
	readonly requestMs?: number;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Creates a relying party of OpenID Connect Core: discovery, code flow with PKCE S256, ID token with signature, nonce
 * and issuer checked, userinfo. Every request to the provider is bounded ({@link createBoundedFetch}). Discovery is
 * shared by concurrent callers and cached for an hour; while the provider is down the last result stays in use.
 */
export function createOidcClient(options: OidcClientOptions): IdentityProvider {
	const { issuer, clientId, clientSecret, scopes, claimNames, callbackUrl, clock, requestMs } = options;
	const isInsecure = issuer.startsWith("http://"); // only on loopback, as enforced by the configuration
	let known: { readonly config: Configuration; readonly atMs: number } | null = null;
	let attempt: Promise<Configuration> | null = null;

	async function discover(): Promise<Configuration> {
		const metadata = { [clockTolerance]: CLOCK_SKEW_SECONDS };
		const config = await discovery(new URL(issuer), clientId, metadata, authentication(clientSecret), {
			[customFetch]: createBoundedFetch(requestMs),
			execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
		});
		// The library tolerates a final slash and Microsoft's documents for all tenants at once; an identity cannot.
		if (config.serverMetadata().issuer !== issuer) throw new Error("the discovery document names a different issuer");
		known = { config, atMs: clock.nowMs() };
		return config;
	}

	/** Returns the provider's configuration; a stale one rather than none. */
	async function configuration(): Promise<Configuration> {
		const last = known;
		if (last && Math.abs(clock.nowMs() - last.atMs) < METADATA_FRESH_MS) return last.config;
		attempt ??= discover().finally(() => {
			attempt = null;
		});
		return last ? attempt.catch(() => last.config) : attempt;
	}

	/**
	 * Whether the response is from this provider (RFC 9207); otherwise a code could be sent to the wrong one (mix-up).
	 */
	function isOurs(config: Configuration, response: AuthorizationResponse): boolean {
		if (response.issuer !== null) return response.issuer === issuer;
		return config.serverMetadata().authorization_response_iss_parameter_supported !== true;
	}

	async function claimsOf(
		config: Configuration,
		response: AuthorizationResponse,
		checks: AuthorizationChecks,
	): Promise<Claims | null> {
		const url = new URL(callbackUrl);
		url.searchParams.set("code", response.code);
		if (response.state !== null) url.searchParams.set("state", response.state);
		if (response.issuer !== null) url.searchParams.set("iss", response.issuer);
		try {
			const tokens = await authorizationCodeGrant(config, url, {
				pkceCodeVerifier: checks.codeVerifier,
				expectedNonce: checks.nonce,
				idTokenExpected: true,
				...(response.state !== null && { expectedState: checks.state }),
			});
			const claims = tokens.claims();
			if (!claims) throw new Error("the provider returned no ID token");
			// The library checks `exp`, but not this.
			if (claims.iat * 1000 > clock.nowMs() + CLOCK_SKEW_SECONDS * 1000)
				throw new Error("the ID token was issued in the future");
			if (!config.serverMetadata().userinfo_endpoint) return claims;
			return withUserinfo(claims, await fetchUserInfo(config, tokens.access_token, claims.sub));
		} catch (error) {
			if (error instanceof ResponseBodyError && error.error === "invalid_grant") return null;
			throw error;
		}
	}

	return {
		async authorizationUrl({ state, nonce, codeVerifier }) {
			const config = await configuration();
			return buildAuthorizationUrl(config, {
				redirect_uri: callbackUrl,
				scope: scopes.join(" "),
				state,
				nonce,
				code_challenge: await calculatePKCECodeChallenge(codeVerifier),
				code_challenge_method: "S256",
			}).href;
		},

		async exchange(response, checks) {
			const config = await configuration();
			if (!isOurs(config, response)) return null;
			const claims = await claimsOf(config, response, checks);
			return claims && toIdentity(issuer, claims, claimNames);
		},
	};
}

/** Returns the client authentication the provider prefers, `client_secret_basic` unless it says otherwise. */
function authentication(secret: string | undefined): ClientAuth {
	if (secret === undefined) return None();
	const basic = ClientSecretBasic(secret);
	const post = ClientSecretPost(secret);
	return (server, ...rest) => {
		const methods = server.token_endpoint_auth_methods_supported;
		const usesPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
		(usesPost ? post : basic)(server, ...rest);
	};
}

/** Returns the claims about an address, which are only meaningful together. */
const addressOf = ({ email, email_verified, xms_edov }: Claims): Claims => ({ email, email_verified, xms_edov });

/**
 * Merges the claims of the ID token and userinfo. The ID token takes precedence, since it is signed; but an address and
 * whether it is verified are taken from the same source, since otherwise the verification of one address would confirm
 * another.
 */
function withUserinfo(idToken: Claims, userinfo: Claims): Claims {
	return { ...userinfo, ...idToken, ...addressOf(textOf(idToken.email) === null ? userinfo : idToken) };
}

function toIdentity(issuer: string, claims: Claims, names: ClaimNames): VerifiedIdentity {
	const { orgId, role } = readGrant(claims, names);
	return {
		issuer,
		subject: String(claims.sub),
		email: textOf(claims.email),
		emailVerified: isVerified(issuer, claims),
		name: textOf(claims.name) ?? textOf(claims.preferred_username),
		locale: textOf(claims.locale),
		authMethods: methodsOf(claims.amr),
		orgId,
		role,
	};
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/**
 * Whether the address is verified. Only the boolean of the specification counts; Microsoft uses a claim of its own.
 * Absence is no proof.
 */
function isVerified(issuer: string, claims: Claims): boolean {
	if (claims.email_verified !== undefined) return claims.email_verified === true;
	return issuer.startsWith("https://login.microsoftonline.com/") && claims.xms_edov === true;
}

function methodsOf(value: unknown): string[] {
	if (!Array.isArray(value)) return [];
	const texts = value.filter((each) => typeof each === "string" && each !== "" && each.length <= MAX_METHOD_CHARS);
	return texts.slice(0, MAX_METHODS);
}
