import { Secret, TOTP } from "otpauth";
import { type Harness, PASSWORD, type SignedIn, type TestResponse } from "./harness.ts";

/** Returns the code of an authenticator with this secret. @param atMs default: now, by the harness's clock */
export const codeOf = (api: Harness, secret: string, atMs = api.nowMs()): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });

/** Returns a code that is wrong now, and within a minute before and after. */
export function wrongCodeOf(api: Harness, secret: string): string {
	const near = [-60_000, -30_000, 0, 30_000, 60_000].map((offMs) => codeOf(api, secret, api.nowMs() + offMs));
	return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !near.includes(code)) ?? "";
}

/** Sets up an authenticator, as its owner would. */
export async function setUpTotp(
	api: Harness,
	{ token }: SignedIn,
): Promise<{ secret: string; recoveryCodes: string[] }> {
	const begun = await api.request("POST", "/auth/mfa/totp", { token, body: {} });
	const { secret } = begun.body.data;
	const code = codeOf(api, secret);
	const confirmed = await api.request("POST", "/auth/mfa/totp/confirm", { token, body: { code } });
	return { secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}

/** Creates a client for the operations on second factors. @param who called for each request, because the owner of a test changes */
export function createFactorClient(who: () => { readonly api: Harness; readonly owner: SignedIn }) {
	const post = (path: string, token: string | undefined, body: unknown = {}): Promise<TestResponse> =>
		who().api.request("POST", `/auth/mfa/${path}`, { token, body });
	const login = (extra: object = {}): Promise<TestResponse> => {
		const { api, owner } = who();
		return api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD, ...extra } });
	};
	return {
		post,
		login,
		verify: (challengeToken: string, code: string, extra: object = {}) =>
			post("verify", undefined, { challengeToken, code, ...extra }),
		mfaOf: async (token: string) => (await who().api.request("GET", "/auth/profile", { token })).body.data.mfa,
		/** Signs in with the password and returns the challenge token. */
		async challenge(extra: object = {}): Promise<string> {
			const response = await login(extra);
			if (response.status !== 401) throw new Error(`no second factor asked for: ${response.text}`);
			return response.body.error.meta.challengeToken;
		},
	};
}
