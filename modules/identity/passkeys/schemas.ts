import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseName } from "#kernel/text";
import { DeviceInfo, TokenDelivery } from "#modules/identity/sessions";

const Base64Url = (maxLength: number, description: string) =>
	Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength, description });

/** Credential id of WebAuthn, at most 1023 bytes. */
const CredentialId = Base64Url(1364, "credential id, base64url");

const Transports = Type.Array(Type.String({ maxLength: 32 }), {
	maxItems: 16,
	description: "How to reach the authenticator: `internal`, `hybrid`, `usb` …",
});

const Challenge = Type.String({ description: "Random, base64url; valid once, for five minutes." });
const TimeoutMs = Type.Integer({ description: "Time allowed for the user, in milliseconds." });

/** Argument of `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationOptions = closed(
	{
		challenge: Challenge,
		rp: closed({ id: Type.String(), name: Type.String() }),
		user: closed({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
		pubKeyCredParams: Type.Array(closed({ type: Type.Literal("public-key"), alg: Type.Integer() })),
		timeout: TimeoutMs,
		attestation: Type.Literal("none"),
		excludeCredentials: Type.Array(
			closed({ id: Type.String(), type: Type.Literal("public-key"), transports: Transports }),
		),
		authenticatorSelection: closed({
			residentKey: Type.Literal("required"),
			requireResidentKey: Type.Literal(true),
			userVerification: Type.Literal("required"),
		}),
	},
	{ $id: "PasskeyCreationOptions" },
);
export type PasskeyCreationOptions = typeof PasskeyCreationOptions.static;

/** Argument of `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestOptions = closed(
	{
		challenge: Challenge,
		rpId: Type.String(),
		timeout: TimeoutMs,
		userVerification: Type.Literal("required"),
	},
	{ $id: "PasskeyRequestOptions" },
);
export type PasskeyRequestOptions = typeof PasskeyRequestOptions.static;

/** Query of the options of a sign-in. */
export const PasskeyOptionsQuery = closed({
	mediation: Type.Optional(
		OneOf(
			["conditional"],
			"`conditional`: for the browser to suggest passkeys in a field. Rate limited separately, so that opened pages " +
				"leave sign-ins to the people who start them.",
		),
	),
});
export type PasskeyOptionsQuery = typeof PasskeyOptionsQuery.static;

const credentialMembers = {
	id: CredentialId,
	rawId: CredentialId,
	type: Type.Literal("public-key"),
	authenticatorAttachment: Type.Optional(Nullable(OneOf(["platform", "cross-platform"], "where the authenticator is"))),
	// Browsers and password managers add arbitrary members, which are ignored.
	clientExtensionResults: Type.Record(Type.String(), Type.Unknown(), { description: "Ignored." }),
};

const ClientData = Base64Url(8192, "client data, base64url");

/** A new credential, as returned by `PublicKeyCredential.toJSON()`. */
export const CreatedCredential = closed(
	{
		...credentialMembers,
		response: closed({
			clientDataJSON: ClientData,
			attestationObject: Base64Url(65_536, "the new key, base64url"),
			authenticatorData: Type.Optional(Base64Url(65_536, "ignored")),
			publicKey: Type.Optional(Nullable(Base64Url(16_384, "ignored"))),
			publicKeyAlgorithm: Type.Optional(Type.Integer({ description: "Ignored." })),
			transports: Type.Optional(Transports),
		}),
	},
	{ $id: "CreatedCredential" },
);
export type CreatedCredential = typeof CreatedCredential.static;

/** An assertion of a credential, as returned by `PublicKeyCredential.toJSON()`. */
export const ProvedCredential = closed(
	{
		...credentialMembers,
		response: closed({
			clientDataJSON: ClientData,
			authenticatorData: Base64Url(65_536, "authenticator data, base64url"),
			signature: Base64Url(16_384, "signature, base64url"),
			userHandle: Type.Optional(Nullable(Base64Url(128, "the user's id, base64url"))),
		}),
	},
	{ $id: "ProvedCredential" },
);
export type ProvedCredential = typeof ProvedCredential.static;

/** Body of a registration: the new credential and its name. */
export const RegisterPasskeyRequest = closed(
	{
		name: Type.Optional(
			checked(Type.String({ description: "Name of the passkey, 1…128 characters. Default `Passkey`." }), parseName),
		),
		credential: CreatedCredential,
	},
	{ $id: "RegisterPasskeyRequestBody" },
);
export type RegisterPasskeyRequest = typeof RegisterPasskeyRequest.static;

/** Body of a sign-in with a passkey. */
export const PasskeyLoginRequest = closed(
	{
		credential: ProvedCredential,
		orgId: Type.Optional(Id("org", "the organization to sign in to; default: that of the oldest membership")),
		device: Type.Optional(DeviceInfo),
		tokenDelivery: Type.Optional(TokenDelivery),
	},
	{ $id: "LoginWithPasskeyRequestBody" },
);
export type PasskeyLoginRequest = typeof PasskeyLoginRequest.static;

/** A passkey as shown to its owner. */
export const Passkey = closed(
	{
		id: Type.String({ description: "Credential id, base64url.", examples: ["Zk3Qm0l3YmFzZTY0dXJs"] }),
		name: Type.String({ examples: ["Ada's laptop"] }),
		transports: Transports,
		multiDevice: Type.Boolean({ description: "Whether it can be synced to the user's other devices." }),
		backedUp: Type.Boolean({ description: "Whether it was backed up when last used." }),
		createdAt: Timestamp,
		lastUsedAt: Nullable(Timestamp),
	},
	{ $id: "Passkey" },
);
export type Passkey = typeof Passkey.static;

/** Payload of the registration of a passkey. */
export const AddedPasskey = closed(
	{ userId: Id("usr", "id of the person"), passkey: Passkey },
	{ $id: "AddedPasskey" },
);

/** Payload that refers to a passkey and its owner. */
export const PasskeyRef = closed(
	{ userId: Id("usr", "id of the person"), passkeyId: CredentialId },
	{ $id: "PasskeyRef" },
);

/** Members of a passkey that `fields` can select. */
export const passkeyFields = selectable(Passkey);

/** Path parameters of a passkey. */
export const PasskeyParams = closed({ id: CredentialId });
