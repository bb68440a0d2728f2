import { PASSWORD } from "../../support/harness.ts";
import { codeOf, setUpTotp } from "../../support/second-factor.ts";
import type { SampleFile, World } from "../sample.ts";

/** Sets up an authenticator and returns a body with a recovery code. */
const recovery = async ({ api, owner }: World) => ({ code: (await setUpTotp(api, owner)).recoveryCodes[0] });

export const samples: SampleFile["samples"] = {
	beginTotp: { records: "mfa.totp.begin", body: {} },
	confirmTotp: {
		records: "mfa.totp.enable",
		body: async ({ api, create }) => ({ code: codeOf(api, (await create("beginTotp")).secret) }),
	},
	verifyMfa: {
		records: "auth.login",
		async body(world) {
			const { code } = await recovery(world);
			const login = { body: { email: world.owner.email, password: PASSWORD } };
			const { challengeToken } = (await world.api.request("POST", "/auth/login", login)).body.error.meta;
			return { challengeToken, code };
		},
	},
	removeTotp: { records: "mfa.totp.disable", body: recovery },
	renewRecoveryCodes: { records: "mfa.recovery_codes.replace", body: recovery },
};
