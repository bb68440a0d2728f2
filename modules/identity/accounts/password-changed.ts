import type { UserRow } from "#db/schema";
import { chooseLocale } from "#platform/mail";
import type { Change } from "#platform/unit-of-work";
import type { AccountMailer } from "./mails/content.ts";
import { ALL_PURPOSES, nameIfVerified } from "./one-time-tokens.ts";
import { oneTimeTokensRepository } from "./repository.ts";

/** Called within every change that sets a user's password. */
export type OnPasswordChanged = (change: Change, user: UserRow) => Promise<void>;

/** Creates a callback that invalidates the user's one-time tokens and notifies them by mail. */
export const createOnPasswordChanged =
	(mailer: AccountMailer | null): OnPasswordChanged =>
	async (change, user) => {
		await oneTimeTokensRepository.removeByUser(change.tx, user.id, ALL_PURPOSES);
		const content = { kind: "password_changed", name: nameIfVerified(user) } as const;
		await mailer?.send(change, { to: user.email, locale: chooseLocale([user.locale]), content, concern: "account" });
	};
