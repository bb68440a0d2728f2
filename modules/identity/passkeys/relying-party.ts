import type { PasskeyRow, UserRow } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { randomToken } from "#kernel/secrets";
import { challengeInvalid, credentialInvalid, passkeyRefused } from "./errors.ts";
import type { CreatedCredential, PasskeyCreationOptions, PasskeyRequestOptions, ProvedCredential } from "./schemas.ts";

/** Lifetime of a challenge, in ms. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;

/** COSE identifiers of the accepted signature algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Verified data of a new credential. */
export type VerifiedCredential = Pick<
	PasskeyRow,
	"id" | "publicKey" | "counter" | "transports" | "multiDevice" | "backedUp"
>;

/** Verified data of the use of a credential. */
export type VerifiedAssertion = Pick<PasskeyRow, "counter" | "backedUp">;

/** Relying party of one origin. Without database access: the caller checks whether a challenge is ours. */
export type RelyingParty = ReturnType<typeof createRelyingParty>;

/**
 * Loads the WebAuthn library when the first passkey is used, which saves a tenth of a second at startup. Its certificate
 * library needs `reflect-metadata`, which the compiled program would otherwise run too late.
 */
async function loadLibrary() {
	await import("reflect-metadata");
	const [webauthn, helpers] = await Promise.all([
		import("@simplewebauthn/server"),
		import("@simplewebauthn/server/helpers"),
	]);
	return { ...webauthn, decodeAttestationObject: helpers.decodeAttestationObject };
}

/**
 * Creates a relying party.
 * @param origin of `PUBLIC_URL`: passkeys are bound to its host and accepted only from pages of exactly this origin
 */
export function createRelyingParty(origin: string) {
	const rpId = new URL(origin).hostname;
	const expected = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true };

	return {
		/** Returns the options for a new passkey of a user. @param known the user's existing passkeys */
		creationOptions(user: UserRow, known: readonly PasskeyRow[]): PasskeyCreationOptions {
			return {
				challenge: randomToken(32),
				rp: { id: rpId, name: "Parley" },
				user: { id: userHandleOf(user.id), name: user.email, displayName: user.name },
				pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
				timeout: CHALLENGE_LIFETIME_MS,
				attestation: "none",
				excludeCredentials: known.map(({ id, transports }) => ({
					id,
					type: "public-key",
					transports: [...transports],
				})),
				authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
			};
		},

		/** Returns the options for a sign-in with any passkey of this site, which do not reveal who has an account. */
		requestOptions: (): PasskeyRequestOptions => ({
			challenge: randomToken(32),
			rpId,
			timeout: CHALLENGE_LIFETIME_MS,
			userVerification: "required",
		}),

		/** Verifies a new credential. @throws `validation_failed` naming `/credential`; `token_invalid` without a challenge */
		async verifyRegistration(
			credential: CreatedCredential,
		): Promise<VerifiedCredential & { readonly challenge: string }> {
			const challenge = challengeOf(credential.response.clientDataJSON);
			if (challenge === null) throw challengeInvalid();
			await refuseCertificates(credential.response.attestationObject);
			const { verifyRegistrationResponse } = await loadLibrary();
			const { id, rawId, type, response } = credential;
			const { clientDataJSON, attestationObject } = response;
			const found = await verifyRegistrationResponse({
				...expected,
				response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
				expectedChallenge: challenge,
				supportedAlgorithmIDs: ALGORITHMS,
			}).catch((cause: unknown) => {
				throw credentialInvalid(undefined, cause);
			});
			const info = found.registrationInfo;
			// Only the id in the signed part is authoritative.
			if (!info || info.credential.id !== id) throw credentialInvalid();
			return {
				challenge,
				id,
				publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
				counter: info.credential.counter,
				transports: response.transports ?? [],
				multiDevice: info.credentialDeviceType === "multiDevice",
				backedUp: info.credentialBackedUp,
			};
		},

		/**
		 * Verifies the use of a credential. The caller checks that the counter increased, which only the caller can do without
		 * a race.
		 * @throws `invalid_credentials`
		 */
		async verifyAssertion(
			credential: ProvedCredential,
			challenge: string,
			passkey: PasskeyRow,
		): Promise<VerifiedAssertion> {
			const { verifyAuthenticationResponse } = await loadLibrary();
			const { id, rawId, type, response } = credential;
			const { clientDataJSON, authenticatorData, signature, userHandle } = response;
			if (userHandle && userHandle !== userHandleOf(passkey.userId)) throw passkeyRefused();
			const found = await verifyAuthenticationResponse({
				...expected,
				response: {
					id,
					rawId,
					type,
					clientExtensionResults: {},
					response: { clientDataJSON, authenticatorData, signature },
				},
				expectedChallenge: challenge,
				credential: { id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")), counter: 0 },
			}).catch((cause: unknown) => {
				throw passkeyRefused(cause);
			});
			if (!found.verified) throw passkeyRefused();
			const { newCounter, credentialBackedUp } = found.authenticationInfo;
			return { counter: newCounter, backedUp: credentialBackedUp };
		},
	};
}

/** Returns the user handle that authenticators store for a user. */
const userHandleOf = (userId: string): string => Buffer.from(userId).toString("base64url");

/**
 * Returns the challenge in the client data; null without one, or in a cross-origin frame. Unverified until the signature
 * is checked.
 */
export function challengeOf(clientDataJSON: string): string | null {
	try {
		const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
		if (typeof clientData !== "object" || clientData === null || !("challenge" in clientData)) return null;
		const isFramed = "crossOrigin" in clientData && clientData.crossOrigin === true;
		return typeof clientData.challenge === "string" && !isFramed ? clientData.challenge : null;
	} catch {
		return null;
	}
}

/**
 * Rejects an attestation with certificates, which we do not request: the library would fetch the revocation lists they
 * name, from addresses chosen by the sender (SSRF).
 * @throws `validation_failed`
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
	const { decodeAttestationObject } = await loadLibrary();
	const isPlain = () => {
		const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
		const format = decoded.get("fmt");
		return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
	};
	let accepted: boolean;
	try {
		accepted = isPlain();
	} catch (cause) {
		throw credentialInvalid(undefined, cause);
	}
	if (!accepted) throw credentialInvalid("must come without an attestation: the options ask for none");
}
