import { operation } from "#http/operation";
import { emptyResponse, okResponse } from "#http/resource";
import { authTag, signedIn } from "#modules/sessions";
import { RecoveryCodes, TotpSetup } from "./schemas.ts";

const FRESH = " Needs fresh authentication: a sign-in of the last ten minutes, or the password or a code in the body.";
const exampleProof = { password: "correct horse battery staple" };
const exampleCodes = { recoveryCodes: ["MFRG-GZDF-MZTW-Q2LK", "NNWG-23TP-OBYX-E43U"] };

/** Documentation of the operations on second factors. */
export const documentation = {
	verify: operation({
		id: "verifyMfa",
		summary: "Sign in: the second factor",
		description:
			"Answers the challenge of a sign-in that was refused with `mfa_required`. A code works once, a challenge lives five minutes and " +
			"dies with the fifth wrong answer.",
		tag: authTag,
		request: { challengeToken: "q8J2w…", code: "492039" },
		responses: { 200: signedIn },
		errors: ["invalid_credentials", "token_invalid", "org_mismatch"],
	}),

	begin: operation({
		id: "beginTotp",
		summary: "Begin setting up an authenticator",
		description: `Answers a secret, which counts once its first code is confirmed.${FRESH}`,
		tag: authTag,
		request: exampleProof,
		responses: {
			201: okResponse("The secret for the authenticator", TotpSetup, "Authenticator begun", {
				secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
				otpauthUrl:
					"otpauth://totp/Parley:ada%40example.edu?issuer=Parley&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
			}),
		},
		errors: ["forbidden", "state_conflict"],
	}),

	confirm: operation({
		id: "confirmTotp",
		summary: "Put the authenticator in force",
		description: "From now on a sign-in with the password needs a code. Answers the first recovery codes, once.",
		tag: authTag,
		request: { code: "492039" },
		responses: { 200: okResponse("In force", RecoveryCodes, "Authenticator in force", exampleCodes) },
		errors: ["forbidden", "state_conflict"],
	}),

	remove: operation({
		id: "removeTotp",
		summary: "Remove the authenticator",
		description: `Removes the recovery codes too.${FRESH}`,
		tag: authTag,
		request: exampleProof,
		responses: { 204: emptyResponse("Removed") },
		errors: ["forbidden", "state_conflict"],
	}),

	renewRecoveryCodes: operation({
		id: "renewRecoveryCodes",
		summary: "Make new recovery codes",
		description: `Ten codes, shown once; the old ones are worth nothing.${FRESH}`,
		tag: authTag,
		request: exampleProof,
		responses: { 201: okResponse("The new codes", RecoveryCodes, "Recovery codes made", exampleCodes) },
		errors: ["forbidden", "state_conflict"],
	}),
};
