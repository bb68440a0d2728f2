import { Secret, TOTP } from "otpauth";
import type { Harness, SignedIn } from "./harness.ts";

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
