import type { UserRow } from "#db/schema";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { emailKey } from "#kernel/text";
import { hasOtherAdministrator } from "#modules/identity/administrators";
import type { Freshness } from "#modules/identity/mfa";
import { requirePerson } from "#modules/identity/sessions";
import { findUser, lockUserAndSessions } from "#modules/identity/users";
import { systemContext } from "#modules/tenancy/permissions";
import { noteClosedAccount } from "#platform/departures";
import { chooseLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import type { ClosedAccountMail } from "./mails.ts";
import { accountCloses } from "./moments.ts";
import { KEPT_MS } from "./period.ts";
import type { CloseAccountRequest, ClosedAccount } from "./schemas.ts";

/** Returns the error for a confirmation that does not name the account. */
export const notConfirmed = () => invalidMember("/confirm", "invalid", "must be the e-mail address of your account");

/** Returns the error for closing the account that administers the installation. */
export const lastAdministrator = () =>
	new AppError("state_conflict", "You are the last system administrator who can sign in: create another one first.");

export interface ClosureDeps extends Pick<Core, "store" | "unitOfWork" | "mailer"> {
	readonly freshness: Freshness;
	/** Closes an account, within the change: all its credentials end. */
	readonly closeAccount: (change: Change, user: UserRow) => Promise<void>;
}

export type Closure = ReturnType<typeof createClosure>;

/**
 * Closes an account again that is back after the restore of a backup; its owner knows.
 * @param closedAtMs when it was closed, Unix ms
 * @throws `last_owner`
 */
export async function closeAgain(
	{ unitOfWork, closeAccount }: Pick<ClosureDeps, "unitOfWork" | "closeAccount">,
	userId: string,
	closedAtMs: number,
): Promise<void> {
	await unitOfWork.run(systemContext("cli:restore"), async (change) => {
		const user = await lockUserAndSessions(change.tx, userId);
		if (user === undefined || user.state === "closed") return;
		await change.reach(accountCloses, userId);
		await noteClosedAccount(change.tx, { userId, emailKey: user.emailKey, closedAtMs });
		await closeAccount(change, user);
		const closed = { userId, closedAt: rfc3339(closedAtMs), eraseAfter: rfc3339(closedAtMs + KEPT_MS) };
		change.record(PLATFORM, facts["auth.close_account"], { id: userId, object: closed });
	});
}

/** Creates the closing of one's own account. */
export function createClosure(deps: ClosureDeps) {
	const { store, unitOfWork, mailer, freshness, closeAccount } = deps;

	/** Tells the owner of the address, which is another account's by the time they can read it, perhaps. */
	async function notify(change: Change, { email, emailVerifiedAtMs, name, locale }: UserRow): Promise<void> {
		const content: ClosedAccountMail = {
			kind: "account_closed",
			name: emailVerifiedAtMs === null ? null : name,
			days: Math.round(KEPT_MS / DAY_MS),
		};
		await mailer?.send(change, { to: email, locale: chooseLocale([locale]), content, concern: "account" });
	}

	return {
		/** Collects what is wrong with the confirmation. */
		async check(
			{ confirm }: Partial<CloseAccountRequest>,
			fieldErrors: FieldErrors,
			{ principal }: Pick<RequestContext, "principal">,
		): Promise<void> {
			if (confirm === undefined) return;
			const known = await findUser(store.db, principal.id);
			fieldErrors.check(() => assertConfirmed(known, confirm));
		},

		/**
		 * Closes the caller's account: access ends with this change, and what is left of it is erased later.
		 * @throws the errors of `Freshness.require`, `validation_failed` `last_owner` `state_conflict`
		 */
		async close(context: RequestContext, { confirm, ...proof }: CloseAccountRequest): Promise<ClosedAccount> {
			const { userId } = requirePerson(context);
			assertConfirmed(await findUser(store.db, userId), confirm);
			await freshness.require(context, proof);
			return unitOfWork.run(
				context,
				async (change) => {
					const { tx, nowMs } = change;
					// Nobody adds them to an organization any more.
					const user = await lockUserAndSessions(tx, userId);
					if (user === undefined) throw new Error("the caller has no account");
					if (user.systemAdmin && !(await hasOtherAdministrator(tx, userId, nowMs))) throw lastAdministrator();
					await change.reach(accountCloses, userId);
					await noteClosedAccount(tx, { userId, emailKey: user.emailKey, closedAtMs: nowMs });
					await closeAccount(change, user);
					await notify(change, user);
					const closed = { userId, closedAt: rfc3339(nowMs), eraseAfter: rfc3339(nowMs + KEPT_MS) };
					change.record(PLATFORM, facts["auth.close_account"], { id: userId, object: closed });
					return closed;
				},
				{ storeOutcome: false, locksOrganization: true },
			);
		},
	};
}

/** Asserts that a confirmation is the address of an account. @throws `validation_failed` */
function assertConfirmed(known: UserRow | undefined, confirm: string): void {
	if (known?.emailKey !== emailKey(confirm.trim())) throw notConfirmed();
}
