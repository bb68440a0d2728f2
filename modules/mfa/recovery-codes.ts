import { Secret } from "otpauth";
import { sha256Hex } from "#kernel/secrets";

/** Codes in a set. */
const CODES_PER_SET = 10;
/** 80 random bits: 16 characters. */
const CODE_BYTES = 10;

/** A new set of codes such as `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): string[] =>
	Array.from({ length: CODES_PER_SET }, () => new Secret({ size: CODE_BYTES }).base32.replace(/(.{4})(?!$)/g, "$1-"));

/** A code as stored; case, hyphens and spaces do not count. */
export const hashRecoveryCode = (code: string): string => sha256Hex(code.toUpperCase().replace(/[\s-]/g, ""));
