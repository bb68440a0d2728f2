import { Type } from "@sinclair/typebox";
import { closed } from "#http/schemas";
import { DeviceInfo, TokenDelivery } from "#modules/identity/sessions";

const Code = Type.String({
	minLength: 6,
	maxLength: 32,
	description: "Six digits from the authenticator, or a recovery code.",
	examples: ["492039"],
});

/** Second factors of a person, as shown in the profile. */
export const MfaState = closed({
	totp: Type.Boolean({
		description: "Whether an authenticator is active; signing in with a password then requires a code.",
	}),
	recoveryCodesLeft: Type.Integer({ minimum: 0 }),
	passkeys: Type.Integer({ minimum: 0 }),
});
export type MfaState = typeof MfaState.static;

/** Fresh authentication for a sensitive change: one of the two, required when the sign-in is older than ten minutes. */
export const FreshProofRequest = closed(
	{
		password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description: "The current password." })),
		code: Type.Optional(Code),
	},
	{ $id: "FreshProofRequestBody" },
);
export type FreshProofRequest = typeof FreshProofRequest.static;

/** A secret for an authenticator. */
export const TotpSetup = closed(
	{
		secret: Type.String({ description: "Base32, for manual entry; shown only once." }),
		otpauthUrl: Type.String({ description: "The same as a URI for a QR code." }),
	},
	{ $id: "TotpSetup" },
);
export type TotpSetup = typeof TotpSetup.static;

/** Body that confirms an authenticator. */
export const ConfirmTotpRequest = closed(
	{ code: Type.String({ minLength: 6, maxLength: 16, description: "The code the authenticator currently shows." }) },
	{ $id: "ConfirmTotpRequestBody" },
);
export type ConfirmTotpRequest = typeof ConfirmTotpRequest.static;

/** A new set of recovery codes. */
export const RecoveryCodes = closed(
	{ recoveryCodes: Type.Array(Type.String(), { description: "Each works once. Shown only once." }) },
	{ $id: "RecoveryCodes" },
);
export type RecoveryCodes = typeof RecoveryCodes.static;

/** Body that completes a pending sign-in. */
export const VerifyMfaRequest = closed(
	{
		challengeToken: Type.String({
			minLength: 1,
			maxLength: 128,
			description: "`error.meta.challengeToken` from the sign-in.",
		}),
		code: Code,
		device: Type.Optional(DeviceInfo),
		tokenDelivery: Type.Optional(TokenDelivery),
	},
	{ $id: "VerifyMfaRequestBody" },
);
export type VerifyMfaRequest = typeof VerifyMfaRequest.static;
