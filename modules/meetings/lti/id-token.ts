import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { IntegrationRow } from "#db/schema";
import type { JsonObject } from "#kernel/json";
import type { SignatureAlgorithm } from "#kernel/jwk-set";
import { LAUNCH_ALGORITHMS } from "#modules/meetings/integrations";
import { launchRefused } from "./errors.ts";
import { LAUNCH_LIFETIME_MS } from "./flow.ts";

/** Tolerated difference between the platform's clock and ours. */
const CLOCK_SKEW_SECONDS = 30;
/** Maximum length of a token: platforms put much into them. */
const MAX_TOKEN_CHARS = 32_768;
/** Maximum length of a key's id, and of `sub` (OpenID Connect Core §2). */
const MAX_ID_CHARS = 255;

/** What a token of a platform is verified with. */
interface Expected {
	readonly integration: Pick<IntegrationRow, "issuer" | "clientId">;
	readonly nonce: string;
	readonly nowMs: number;
	/** Returns a key of the platform; null when it publishes no suitable one. @throws `unavailable` */
	readonly findKey: (kid: string, algorithm: SignatureAlgorithm) => Promise<CryptoKey | null>;
}

/** The key that a token says it is signed with. Not trustworthy: the signature is not verified. */
function keyOf(token: string): { readonly kid: string; readonly algorithm: SignatureAlgorithm } {
	if (token.length > MAX_TOKEN_CHARS) throw launchRefused("size");
	const { alg, kid } = readHeader(token);
	const algorithm = LAUNCH_ALGORITHMS.find((known) => known === alg);
	if (algorithm === undefined) throw launchRefused("alg");
	if (typeof kid !== "string" || kid === "" || kid.length > MAX_ID_CHARS) throw launchRefused("kid");
	return { kid, algorithm };
}

function readHeader(token: string): { readonly alg?: unknown; readonly kid?: unknown } {
	try {
		return decodeProtectedHeader(token);
	} catch (cause) {
		throw launchRefused("header", cause);
	}
}

/** Returns what is wrong with a token that jose refuses: the claim, or the signature. */
function faultOf(error: unknown): string {
	if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed) return error.claim;
	return error instanceof errors.JWSSignatureVerificationFailed ? "signature" : "form";
}

/**
 * Verifies a token that a platform has made for a launch, and returns its claims (1EdTech Security Framework 1.0 §5.1.3):
 * signed with a key of the platform, by it, for us, now, and for this launch alone.
 * @throws `forbidden` with the claim that is wrong, `unavailable`
 */
export async function verifyIdToken(
	token: string,
	{ integration, nonce, nowMs, findKey }: Expected,
): Promise<JsonObject & { readonly sub: string }> {
	const { kid, algorithm } = keyOf(token);
	const key = await findKey(kid, algorithm);
	if (key === null) throw launchRefused("kid");
	const { clientId, issuer } = integration;
	const { payload } = await jwtVerify(token, key, {
		algorithms: [algorithm],
		issuer,
		audience: clientId,
		requiredClaims: ["iss", "aud", "sub", "exp", "iat", "nonce"],
		// Also refuses one that was issued in the future.
		maxTokenAge: LAUNCH_LIFETIME_MS / 1000,
		clockTolerance: CLOCK_SKEW_SECONDS,
		currentDate: new Date(nowMs),
	}).catch((error: unknown) => {
		// Not as its cause: it has all the claims, which would be in the log.
		throw launchRefused(faultOf(error));
	});
	const { sub, aud, azp } = payload;
	// With several recipients it must say for whom it was made.
	if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) throw launchRefused("azp");
	if (payload.nonce !== nonce) throw launchRefused("nonce");
	if (typeof sub !== "string" || sub === "" || sub.length > MAX_ID_CHARS) throw launchRefused("sub");
	return { ...payload, sub };
}
