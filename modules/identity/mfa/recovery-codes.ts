import { sha256Hex } from "#kernel/secrets";
import { otpauth } from "./totp.ts";

const CODES_PER_SET = 10;
/** Random bytes of a code: 80 bits, 16 characters. */
const CODE_BYTES = 10;

/** Creates a set of codes such as `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
	const { Secret } = otpauth();
	return Array.from({ length: CODES_PER_SET }, () =>
		new Secret({ size: CODE_BYTES }).base32.replace(/(.{4})(?!$)/g, "$1-"),
	);
}

/** Returns the stored hash of a code; case, hyphens and spaces are ignored. */
export const hashRecoveryCode = (code: string): string => sha256Hex(code.toUpperCase().replace(/[\s-]/g, ""));
