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
import type { IdentityProvider, Proofs, ProvenIdentity, ProviderAnswer } from "#modules/sso";
import { type ClaimNames, readGrant } from "#modules/tokens";
import { createBoundedFetch } from "./bounded-fetch.ts";

/** How long what discovery said is used before the provider is asked again. */
const METADATA_FRESH_MS = HOUR_MS;
/** Difference between the provider's clock and ours that is forgiven. */
const CLOCK_SKEW_SECONDS = 30;
/** Values of `amr` kept, and their length. */
const MAX_METHODS = 8;
const MAX_METHOD_CHARS = 32;

/** The provider and our registration with it, as the operator configured them. */
export interface OidcClientOptions {
	/** https, or http on loopback; exactly as in `iss`. */
	readonly issuer: string;
	readonly clientId: string;
	/** undefined: a public client (PKCE alone). */
	readonly clientSecret: string | undefined;
	readonly scopes: readonly string[];
	readonly claimNames: ClaimNames;
	/** Where the provider sends people back to: made of `PUBLIC_URL`, never of a request. */
	readonly callbackUrl: string;
	readonly clock: Clock;
	/** For tests; default 5,000. */
	readonly requestMs?: number;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The relying party of OpenID Connect Core: discovery, code flow with PKCE S256, ID token with signature, nonce and
 * issuer checked, userinfo. Every request to the provider is bounded ({@link createBoundedFetch}). Discovery is shared by
 * all who ask at once and kept for an hour; while the provider is down the last one stays in use.
 */
export function createOidcClient(options: OidcClientOptions): IdentityProvider {
	const { issuer, clientId, clientSecret, scopes, claimNames, callbackUrl, clock, requestMs } = options;
	const isInsecure = issuer.startsWith("http://"); // only on loopback: the configuration sees to it
	let known: { readonly config: Configuration; readonly atMs: number } | null = null;
	let attempt: Promise<Configuration> | null = null;

	async function discover(): Promise<Configuration> {
		const metadata = { [clockTolerance]: CLOCK_SKEW_SECONDS };
		const config = await discovery(new URL(issuer), clientId, metadata, authentication(clientSecret), {
			[customFetch]: createBoundedFetch(requestMs),
			execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
		});
		// The library forgives a final slash, and Microsoft's documents for all tenants at once; an identity cannot.
		if (config.serverMetadata().issuer !== issuer) throw new Error("the discovery document names another issuer");
		known = { config, atMs: clock.nowMs() };
		return config;
	}

	/** The provider's configuration; a stale one rather than none. */
	async function configuration(): Promise<Configuration> {
		const last = known;
		if (last && Math.abs(clock.nowMs() - last.atMs) < METADATA_FRESH_MS) return last.config;
		attempt ??= discover().finally(() => {
			attempt = null;
		});
		return last ? attempt.catch(() => last.config) : attempt;
	}

	/** Whether the answer is this provider's (RFC 9207): else a code could be taken to the wrong one (mix-up). */
	function isOurs(config: Configuration, answer: ProviderAnswer): boolean {
		if (answer.issuer !== null) return answer.issuer === issuer;
		return config.serverMetadata().authorization_response_iss_parameter_supported !== true;
	}

	async function claimsOf(config: Configuration, answer: ProviderAnswer, proofs: Proofs): Promise<Claims | null> {
		const url = new URL(callbackUrl);
		url.searchParams.set("code", answer.code);
		if (answer.state !== null) url.searchParams.set("state", answer.state);
		if (answer.issuer !== null) url.searchParams.set("iss", answer.issuer);
		try {
			const tokens = await authorizationCodeGrant(config, url, {
				pkceCodeVerifier: proofs.codeVerifier,
				expectedNonce: proofs.nonce,
				idTokenExpected: true,
				...(answer.state !== null && { expectedState: proofs.state }),
			});
			const claims = tokens.claims();
			if (!claims) throw new Error("the provider answered no ID token");
			// The library holds `exp` against the clock, but not this.
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

		async exchange(answer, proofs) {
			const config = await configuration();
			if (!isOurs(config, answer)) return null;
			const claims = await claimsOf(config, answer, proofs);
			return claims && toIdentity(issuer, claims, claimNames);
		},
	};
}

/** How the client proves itself: the way the provider prefers, `client_secret_basic` where it does not say. */
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

/** The claims about an address, which mean something only together. */
const addressOf = ({ email, email_verified, xms_edov }: Claims): Claims => ({ email, email_verified, xms_edov });

/**
 * What the ID token and userinfo say together. The ID token counts more, it is signed; but an address and whether it is confirmed are
 * taken from one of the two: else the word for one address would confirm another.
 */
function withUserinfo(idToken: Claims, userinfo: Claims): Claims {
	return { ...userinfo, ...idToken, ...addressOf(textOf(idToken.email) === null ? userinfo : idToken) };
}

function toIdentity(issuer: string, claims: Claims, names: ClaimNames): ProvenIdentity {
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

/** Only the boolean of the specification counts; Microsoft says it in a claim of its own. Silence is no proof. */
function isVerified(issuer: string, claims: Claims): boolean {
	if (claims.email_verified !== undefined) return claims.email_verified === true;
	return issuer.startsWith("https://login.microsoftonline.com/") && claims.xms_edov === true;
}

function methodsOf(value: unknown): string[] {
	if (!Array.isArray(value)) return [];
	const texts = value.filter((each) => typeof each === "string" && each !== "" && each.length <= MAX_METHOD_CHARS);
	return texts.slice(0, MAX_METHODS);
}
