import { Secret, TOTP } from "otpauth";
import { type Answer, type Harness, PASSWORD, type SignedIn } from "./harness.ts";

/** What an authenticator with this secret shows. @param atMs default: now, by the harness's clock */
export const codeOf = (api: Harness, secret: string, atMs = api.nowMs()): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });

/** Six digits that it does not show now, nor a minute before or after. */
export function wrongCodeOf(api: Harness, secret: string): string {
	const near = [-60_000, -30_000, 0, 30_000, 60_000].map((offMs) => codeOf(api, secret, api.nowMs() + offMs));
	return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !near.includes(code)) ?? "";
}

/** Sets an authenticator up, as its owner would. */
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

/** What a person with a password does about second factors. @param who asked anew for each request: a test's owner changes */
export function factorClient(who: () => { readonly api: Harness; readonly owner: SignedIn }) {
	const post = (path: string, token: string | undefined, body: unknown = {}): Promise<Answer> =>
		who().api.request("POST", `/auth/mfa/${path}`, { token, body });
	const login = (extra: object = {}): Promise<Answer> => {
		const { api, owner } = who();
		return api.request("POST", "/auth/login", { body: { email: owner.email, password: PASSWORD, ...extra } });
	};
	return {
		post,
		login,
		verify: (challengeToken: string, code: string, extra: object = {}) =>
			post("verify", undefined, { challengeToken, code, ...extra }),
		mfaOf: async (token: string) => (await who().api.request("GET", "/auth/profile", { token })).body.data.mfa,
		/** A sign-in as far as its second factor. */
		async challenge(extra: object = {}): Promise<string> {
			const answer = await login(extra);
			if (answer.status !== 401) throw new Error(`no second factor asked for: ${answer.text}`);
			return answer.body.error.meta.challengeToken;
		},
	};
}
