import type { OneTimeTokenRow, UserRow } from "#db/schema";
import type { Db } from "#db/store";
import { ownSession } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import { type AssertPassword, incorrectPassword } from "#modules/identity/passwords";
import { findUser, findUserByEmail, type UsersService } from "#modules/identity/users";
import { chooseLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { DeferredRequest, DeferredRequests } from "./deferred.ts";
import { emailTaken, invalidToken, requestedByAnother, signInToConfirm } from "./errors.ts";
import type { AccountMailer } from "./mails/content.ts";
import { ALL_PURPOSES, issueOneTimeToken, nameIfVerified } from "./one-time-tokens.ts";
import { oneTimeTokensRepository } from "./repository.ts";
import type { VerifiedEmail, VerifyEmailRequest } from "./schemas.ts";

export interface EmailConfirmationDeps extends Pick<Core, "store" | "clock" | "unitOfWork"> {
	readonly users: Pick<UsersService, "isUnclaimed" | "confirmEmailByLink" | "changeEmail">;
	readonly assertPassword: AssertPassword;
	readonly mailer: AccountMailer | null;
	readonly deferred: DeferredRequests;
	readonly publicUrl: string;
}

/** Proof that the person who confirms an address owns the account that gets it. */
type OwnershipProof = "session" | "password";

/** Creates the service that confirms and changes the addresses of accounts. */
export function createEmailConfirmation(deps: EmailConfirmationDeps) {
	const { store, clock, unitOfWork, users, assertPassword, mailer, deferred, publicUrl } = deps;

	/** Changes the address of a user. @throws `email_taken` */
	async function setEmail(change: Change, user: UserRow, email: string, isVerified: boolean): Promise<void> {
		if (!(await users.changeEmail(change, user, email, isVerified))) throw emailTaken();
		// Tokens mailed to the previous address must no longer open the account.
		await oneTimeTokensRepository.removeByUser(change.tx, user.id, ALL_PURPOSES);
		// No mail to a previous address that may never have been theirs.
		if (user.emailVerifiedAtMs === null) return;
		const content = { kind: "email_changed", name: user.name, email } as const;
		await mailer?.send(change, { to: user.email, locale: chooseLocale([user.locale]), content, concern: "account" });
	}

	/**
	 * Whether only the owner of the account may use a link, and not everybody who receives its mail: a changed address is
	 * asked for by the account, and one that is in use without a verified address may have been opened by somebody else, who
	 * waits for the owner of the address to confirm it.
	 * @param tx the transaction that depends on the result
	 */
	async function needsOwnership({ purpose }: OneTimeTokenRow, user: UserRow, tx?: Db): Promise<boolean> {
		if (purpose === "change_email") return true;
		return user.emailVerifiedAtMs === null && !(await users.isUnclaimed(user, tx));
	}

	/**
	 * Asserts that the caller owns the account whose address a link confirms.
	 * @throws `unauthenticated` `forbidden` `validation_failed` `rate_limited`
	 */
	async function proveOwnership(
		{ principal, ip }: RequestContext,
		user: UserRow,
		password: string | undefined,
	): Promise<OwnershipProof> {
		if (password === undefined && ownSession(principal, user.id) !== null) return "session";
		if (password === undefined) throw principal.kind === "anonymous" ? signInToConfirm() : requestedByAnother();
		await assertPassword({ ip, user, password, toError: () => incorrectPassword("/password") });
		return "password";
	}

	return {
		/**
		 * Changes the caller's address within a change: once it is confirmed by mail; without a mail transport immediately,
		 * unconfirmed.
		 * @throws without mail `email_taken`
		 */
		async change(change: Change, context: RequestContext, user: UserRow, email: string): Promise<void> {
			if (mailer) await deferred.deferWithin(change, context, { kind: "change_email", userId: user.id, email });
			else await setEmail(change, user, email, false);
		},

		/** Mails the link to the new address, or notifies the account that has the address already. */
		async processChange(
			change: Change,
			{ userId, email }: Extract<DeferredRequest, { kind: "change_email" }>,
			sender: AccountMailer,
		): Promise<void> {
			const user = await findUser(change.tx, userId);
			if (user?.state !== "active") return;
			const owner = await findUserByEmail(change.tx, emailKey(email));
			if (owner && !(await users.isUnclaimed(owner, change.tx))) {
				const content = { kind: "address_in_use", name: nameIfVerified(owner) } as const;
				return sender.send(change, {
					to: owner.email,
					locale: chooseLocale([owner.locale]),
					content,
					concern: "account",
				});
			}
			const issued = await issueOneTimeToken(change, user, { purpose: "change_email", email, publicUrl });
			const locale = chooseLocale([user.locale]);
			await sender.send(change, {
				to: email,
				locale,
				content: { kind: "change_email", ...issued },
				concern: "account",
			});
		},

		/**
		 * Confirms an address by its mailed token. A new address of an account, and the first one of an account that belongs
		 * to an organization, also require a session of that account or its password; without them the token stays usable.
		 * @throws `token_invalid` `email_taken` `unauthenticated` `forbidden` `validation_failed` `rate_limited`
		 */
		async verify(context: RequestContext, { token, password }: VerifyEmailRequest): Promise<VerifiedEmail> {
			const tokenHash = sha256Hex(token);
			const pending = await oneTimeTokensRepository.find(store.db, tokenHash, clock.nowMs());
			const owner = pending && (await findUser(store.db, pending.userId));
			if (!owner || pending.purpose === "reset_password" || owner.state !== "active") throw invalidToken();
			// A password that is sent must be right, needed or not.
			const isProofNeeded = password !== undefined || (await needsOwnership(pending, owner));
			const proof = isProofNeeded ? await proveOwnership(context, owner, password) : null;
			const confirm = async (change: Change): Promise<VerifiedEmail> => {
				const { tx, nowMs, principal } = change;
				const used = await oneTimeTokensRepository.consume(tx, tokenHash, nowMs);
				const user = used && (await findUser(tx, used.userId));
				if (used === undefined || user?.state !== "active") throw invalidToken();
				// The session may have ended meanwhile, or the account come into use; a change of password removes the token.
				const isProved = proof === "password" || ownSession(principal, user.id) !== null;
				if (!isProved && (await needsOwnership(used, user, tx))) throw signInToConfirm();
				if (used.purpose === "change_email") await setEmail(change, user, used.email, true);
				else if (emailKey(used.email) !== user.emailKey) throw invalidToken();
				else await users.confirmEmailByLink(change, user);
				return { userId: user.id, email: used.email, emailVerified: true };
			};
			return unitOfWork.run(context, confirm);
		},
	};
}
