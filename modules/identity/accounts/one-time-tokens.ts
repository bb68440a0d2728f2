import type { UserRow } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "#kernel/clock";
import { randomToken, sha256Hex } from "#kernel/secrets";
import type { Change } from "#platform/unit-of-work";
import { oneTimeTokensRepository, type TokenPurpose } from "./repository.ts";

/** Lifetime of a one-time token by purpose, in ms. */
export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
	verify_email: DAY_MS,
	change_email: DAY_MS,
	reset_password: 30 * MINUTE_MS,
};

/** All purposes: when an account's credentials change, no earlier mail may keep working. */
export const ALL_PURPOSES: readonly TokenPurpose[] = ["verify_email", "change_email", "reset_password"];

/** Screen of the console that a link opens. The token is in the fragment, so it reaches no server, log or `Referer`. */
const PAGES: Readonly<Record<TokenPurpose, string>> = {
	verify_email: "verify-email",
	change_email: "verify-email",
	reset_password: "reset-password",
};

/** A newly issued one-time token. */
export interface OneTimeToken {
	/** 256 random bits. */
	readonly token: string;
	/** The link that contains the token. */
	readonly url: string;
	readonly validForMs: number;
	/** Unix ms. */
	readonly expiresAtMs: number;
}

/** Parameters of {@link issueOneTimeToken}. */
export interface OneTimeTokenRequest {
	readonly purpose: TokenPurpose;
	/** The address the token is valid for. */
	readonly email: string;
	/** `PUBLIC_URL`, never a value from a request. */
	readonly publicUrl: string;
	/** Whether it is mailed to the address (default). False: shown to an administrator, so its use verifies no address. */
	readonly mailed?: boolean;
}

/**
 * Returns the name a mail may greet a person by. Null while the address is unverified: the name may then be a stranger's
 * message to whoever reads the mail.
 */
export const nameIfVerified = (user: Pick<UserRow, "name" | "emailVerifiedAtMs">): string | null =>
	user.emailVerifiedAtMs === null ? null : user.name;

/** Issues a token within a change. Earlier tokens of the same purpose become invalid. */
export async function issueOneTimeToken(
	change: Change,
	user: Pick<UserRow, "id">,
	{ purpose, email, publicUrl, mailed = true }: OneTimeTokenRequest,
): Promise<OneTimeToken> {
	const token = randomToken(32);
	const validForMs = TOKEN_LIFETIME_MS[purpose];
	const expiresAtMs = change.nowMs + validForMs;
	await oneTimeTokensRepository.removeByUser(change.tx, user.id, [purpose]);
	await oneTimeTokensRepository.insert(change.tx, {
		tokenHash: sha256Hex(token),
		purpose,
		userId: user.id,
		email,
		mailed,
		createdAtMs: change.nowMs,
		expiresAtMs,
		usedAtMs: null,
	});
	return { token, url: `${publicUrl}/console/${PAGES[purpose]}#${token}`, validForMs, expiresAtMs };
}
