import { operation } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { authTag, EXAMPLE_SIGN_IN, signedIn } from "#modules/identity/sessions";
import { RecoveryCodes, TotpSetup } from "./schemas.ts";

const FRESH =
	" Requires fresh authentication: a sign-in within the last ten minutes, or the password or a code in the body.";
const exampleProof = { password: EXAMPLE_SIGN_IN.password };
const exampleCodes = { recoveryCodes: ["MFRG-GZDF-MZTW-Q2LK", "NNWG-23TP-OBYX-E43U"] };

/** Documentation of the operations on second factors. */
export const documentation = {
	verify: operation({
		id: "verifyMfa",
		summary: "Complete a sign-in with a second factor",
		description:
			"Completes a sign-in that was answered with `mfa_required`. Each code works once. A challenge " +
			"expires after five minutes or five wrong codes.",
		tag: authTag,
		request: { challengeToken: "q8J2w…", code: "492039" },
		responses: { 200: signedIn },
		errors: ["invalid_credentials", "token_invalid", "org_mismatch", "not_found", "purged"],
	}),

	begin: operation({
		id: "beginTotp",
		summary: "Start setting up an authenticator",
		description: `Returns a secret, which takes effect once its first code has been confirmed.${FRESH}`,
		tag: authTag,
		request: exampleProof,
		responses: {
			201: okResponse("The secret for the authenticator", TotpSetup, "Authenticator setup started", {
				secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
				otpauthUrl:
					"otpauth://totp/Parley:ada%40example.edu?issuer=Parley&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
			}),
		},
		errors: ["forbidden", "state_conflict"],
	}),

	confirm: operation({
		id: "confirmTotp",
		summary: "Confirm the authenticator",
		description:
			"From now on, signing in with the password requires a code. Returns the first recovery codes, which " +
			"are shown only once.",
		tag: authTag,
		request: { code: "492039" },
		responses: {
			200: okResponse(
				"The authenticator is active; the recovery codes",
				RecoveryCodes,
				"Authenticator activated",
				exampleCodes,
			),
		},
		errors: ["forbidden", "state_conflict"],
	}),

	remove: operation({
		id: "removeTotp",
		summary: "Remove the authenticator",
		description: `Also removes the recovery codes.${FRESH}`,
		tag: authTag,
		request: exampleProof,
		responses: { 204: emptyResponse("Removed") },
		errors: ["forbidden", "state_conflict"],
	}),

	renewRecoveryCodes: operation({
		id: "renewRecoveryCodes",
		summary: "Replace the recovery codes",
		description: `Returns ten codes, which are shown only once; the old ones stop working.${FRESH}`,
		tag: authTag,
		request: exampleProof,
		responses: { 201: okResponse("The new codes", RecoveryCodes, "Recovery codes created", exampleCodes) },
		errors: ["forbidden", "state_conflict"],
	}),
};
