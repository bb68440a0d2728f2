/** Loaded by the first request that needs it: it computes tables of hashes. */
export const otpauth = () => require("otpauth") as typeof import("otpauth");

/** Time step of codes in seconds (RFC 6238). */
const PERIOD_SECONDS = 30;
/** Number of steps by which clocks may differ in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Returns the TOTP of a secret: SHA-1 and six digits, which every authenticator app supports. */
function totpOf(secret: string, account = "") {
	const { Secret, TOTP } = otpauth();
	return new TOTP({
		issuer: "Parley",
		label: account,
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD_SECONDS,
		secret: Secret.fromBase32(secret),
	});
}

/** Creates a secret, base32. */
export function newTotpSecret(): string {
	const { Secret } = otpauth();
	return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the `otpauth://` URL that an authenticator app reads from a QR code. */
export const otpauthUrl = (secret: string, account: string): string => totpOf(secret, account).toString();

/** Returns the last time step whose codes are accepted at a time. */
export const lastStepAt = (nowMs: number): number => Math.floor(nowMs / (PERIOD_SECONDS * 1000)) + WINDOW;

/** Returns the time step of a code: the current one or one step off; null when the code matches none of them. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
	const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
	return delta === null ? null : Math.floor(nowMs / (PERIOD_SECONDS * 1000)) + delta;
}
