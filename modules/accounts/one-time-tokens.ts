import type { UserRow } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "#kernel/clock";
import { randomToken, sha256Hex } from "#kernel/secrets";
import type { Change } from "#platform/unit-of-work";
import { oneTimeTokensRepository, type TokenPurpose } from "./repository.ts";

/** How long a one-time token works, in ms. */
export const TOKEN_LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
	verify_email: DAY_MS,
	change_email: DAY_MS,
	reset_password: 30 * MINUTE_MS,
};

/** Every purpose: when an account's credentials change, none of the mails before may work. */
export const ALL_PURPOSES: readonly TokenPurpose[] = ["verify_email", "change_email", "reset_password"];

/** The page a person opens with it. The token is in the fragment: it reaches no server, log or `Referer`. */
const PAGES: Readonly<Record<TokenPurpose, string>> = {
	verify_email: "verify-email",
	change_email: "verify-email",
	reset_password: "reset-password",
};

/** What is mailed. */
export interface OneTimeToken {
	/** 256 random bits. */
	readonly token: string;
	/** The link; holds the token. */
	readonly url: string;
	readonly validForMs: number;
	/** Unix ms. */
	readonly expiresAtMs: number;
}

/** What a one-time token is made for. */
export interface OneTimeTokenRequest {
	readonly purpose: TokenPurpose;
	/** The address it is made for. */
	readonly email: string;
	/** `PUBLIC_URL`, never what a request said. */
	readonly publicUrl: string;
	/** False: it is shown to an administrator, so using it proves nothing of the address. Default: it goes there by mail. */
	readonly mailed?: boolean;
}

/**
 * What a mail may call a person: nothing as long as nobody proved the address, since the name is then perhaps a stranger's
 * message to whoever reads the mail.
 */
export const nameIfVerified = (user: Pick<UserRow, "name" | "emailVerifiedAtMs">): string | null =>
	user.emailVerifiedAtMs === null ? null : user.name;

/**
 * A new token within a change; those of the same purpose that were mailed before no longer work.
 */
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
	return { token, url: `${publicUrl}/account/${PAGES[purpose]}#${token}`, validForMs, expiresAtMs };
}
