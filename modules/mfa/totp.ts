import { Secret, TOTP } from "otpauth";

/** Seconds a code is shown (RFC 6238). */
const PERIOD_SECONDS = 30;
/** Clocks may differ by one step in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** SHA-1 and six digits: what every authenticator app understands. */
const totpOf = (secret: string, account = "") =>
	new TOTP({
		issuer: "Parley",
		label: account,
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD_SECONDS,
		secret: Secret.fromBase32(secret),
	});

/** A new secret, base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The `otpauth://` URL that an authenticator app reads from a QR code. */
export const otpauthUrl = (secret: string, account: string): string => totpOf(secret, account).toString();

/** The time step whose code this is, now or one step off; null when it is none of theirs. */
export function stepOf(secret: string, code: string, nowMs: number): number | null {
	const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
	return delta === null ? null : Math.floor(nowMs / (PERIOD_SECONDS * 1000)) + delta;
}
