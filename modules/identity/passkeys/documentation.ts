import { ListEnvelope, okPage } from "#http/envelope";
import { operation, type Tag } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { singlePage } from "#kernel/list";
import { EXAMPLE_SIGN_IN, signedIn } from "#modules/identity/sessions";
import { Passkey, PasskeyCreationOptions, PasskeyRequestOptions, passkeyFields } from "./schemas.ts";

const tag: Tag = { name: "Passkeys", description: "Signing in with passkeys (WebAuthn)." };

const example: Passkey = {
	id: "Zk3Qm0l3YmFzZTY0dXJs",
	name: "Ada's laptop",
	transports: ["internal", "hybrid"],
	multiDevice: true,
	backedUp: true,
	createdAt: "2030-01-01T09:30:00.000Z",
	lastUsedAt: null,
};

const CHALLENGE = "qVt0mYl9mJ0g3Jw8b1cXl2kHqz7r5nUu4sTtP6oWv3E";
const CLIENT_DATA = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0";
const credential = { id: example.id, rawId: example.id, type: "public-key", clientExtensionResults: {} };

/** Documentation of the operations on passkeys. */
export const documentation = {
	registerOptions: operation({
		id: "beginPasskeyRegistration",
		summary: "Start registering a passkey",
		description:
			"Returns the options for `navigator.credentials.create()` " +
			"(`PublicKeyCredential.parseCreationOptionsFromJSON`). The passkey must be discoverable and require " +
			"user verification; attestation is not requested. Requires a session of this service; if you signed " +
			"in more than ten minutes ago, include a fresh proof in the body.",
		tag,
		request: { password: EXAMPLE_SIGN_IN.password },
		responses: {
			200: okResponse("The options", PasskeyCreationOptions, "Passkey registration started", {
				challenge: CHALLENGE,
				rp: { id: "api.example.edu", name: "Parley" },
				user: {
					id: "dXNyXzAxamQwejd2OWdmMm5icmV4eDN2cWpocDQx",
					name: "ada@example.edu",
					displayName: "Ada Lovelace",
				},
				pubKeyCredParams: [{ type: "public-key", alg: -7 }],
				timeout: 300_000,
				attestation: "none",
				excludeCredentials: [],
				authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
			}),
		},
		errors: ["forbidden", "conflict"],
	}),

	register: operation({
		id: "registerPasskey",
		summary: "Register a passkey",
		description:
			"Takes the result of the new credential's `toJSON()`. Accepted only from pages of this service's own " +
			"origin, once per challenge and within five minutes.",
		tag,
		request: {
			name: example.name,
			credential: {
				...credential,
				response: { clientDataJSON: CLIENT_DATA, attestationObject: "o2NmbXRkbm9uZQ", transports: example.transports },
			},
		},
		responses: { 201: okResponse("The passkey", Passkey, "Passkey registered", example) },
		errors: ["forbidden", "conflict", "token_invalid"],
	}),

	loginOptions: operation({
		id: "beginPasskeyLogin",
		summary: "Start a sign-in with a passkey",
		description:
			"Returns the options for `navigator.credentials.get()` " +
			"(`PublicKeyCredential.parseRequestOptionsFromJSON`). No user name is required: the passkey " +
			"identifies the user.",
		tag,
		responses: {
			200: okResponse("The options", PasskeyRequestOptions, "Passkey sign-in started", {
				challenge: CHALLENGE,
				rpId: "api.example.edu",
				timeout: 300_000,
				userVerification: "required",
			}),
		},
	}),

	login: operation({
		id: "loginWithPasskey",
		summary: "Sign in with a passkey",
		description:
			"Takes the result of the credential's `toJSON()`. A passkey counts as two factors, so no code is " +
			"required. Every failure gets the same response. A passkey whose counter has gone back is treated as " +
			"a copy and refused.",
		tag,
		request: {
			credential: {
				...credential,
				response: { clientDataJSON: CLIENT_DATA, authenticatorData: "SZYN5YgOjGh0NBcP", signature: "MEUCIQDx" },
			},
		},
		responses: { 200: signedIn },
		errors: ["invalid_credentials", "org_mismatch", "not_found", "purged"],
	}),

	list: operation({
		id: "listPasskeys",
		summary: "List your passkeys",
		description: "Lists all passkeys on one page, oldest first.",
		tag,
		responses: {
			200: {
				description: "The passkeys",
				schema: ListEnvelope(passkeyFields.schema),
				example: okPage("Passkeys retrieved", singlePage([example])),
			},
		},
		errors: ["forbidden"],
	}),

	remove: operation({
		id: "removePasskey",
		summary: "Remove a passkey",
		description:
			"The passkey can no longer be used to sign in; sessions started with it continue until they are " +
			"ended. If you signed in more than ten minutes ago, include a fresh proof in the body.",
		tag,
		request: { password: EXAMPLE_SIGN_IN.password },
		responses: { 204: emptyResponse("Removed") },
		errors: ["forbidden", "not_found"],
	}),
};
