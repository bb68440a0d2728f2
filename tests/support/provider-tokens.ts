import type { ExternalIssuer } from "#modules/identity/tokens";
import { makeKey, signWith } from "./tokens.ts";

/** A provider whose tokens a test signs itself, and so decides when they expire. */
export interface ProviderTokens {
	readonly externalIssuer: ExternalIssuer;
	/** Signs an access token. @param expiresAtMs Unix ms, whole seconds */
	sign(claims: Readonly<Record<string, unknown>>, expiresAtMs: number): Promise<string>;
}

/** Creates a provider with a key of its own. */
export async function createProviderTokens(): Promise<ProviderTokens> {
	const [issuer, audience] = ["https://id.school.example", "https://api.parley.example"];
	const key = await makeKey("ES256", "provider-1");
	const { kid: _kid, use: _use, ...jwk } = key.publicJwk;
	const algorithm = { name: "ECDSA", namedCurve: "P-256" };
	const publicKey = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
	return {
		externalIssuer: {
			issuer,
			audience,
			claimNames: { orgId: "org_id", role: "role", scope: "scope" },
			findKey: async () => publicKey,
		},
		sign: (claims, expiresAtMs) =>
			signWith(key, { iss: issuer, aud: audience, sub: "person-1", ...claims, exp: expiresAtMs / 1_000 }),
	};
}
