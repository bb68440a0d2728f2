import type { InvitationRow, UserRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { FieldErrors } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import type { RequestContext } from "#kernel/request-context";
import { emailKey, parseEmail, parseName } from "#kernel/text";
import type { InvitationsService } from "#modules/invitations";
import type { AttemptLimits, Passwords } from "#modules/passwords";
import { findUserByEmail, type UsersService } from "#modules/users";
import { chooseLocale, type MailLimits } from "#platform/mail";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import type { DeferredRequest, DeferredRequests } from "./deferred.ts";
import { emailTaken, invalidToken, invitedOnly, signupClosed } from "./errors.ts";
import type { AccountMailer } from "./mails/content.ts";
import { issueOneTimeToken, nameIfProved } from "./one-time-tokens.ts";
import type { Signup } from "./ports.ts";
import { oneTimeTokensRepository, wasUsed } from "./repository.ts";
import type { Account, RegisterRequest } from "./schemas.ts";

/** Dependencies of {@link createRegistration}. */
export interface RegistrationDeps {
	readonly unitOfWork: UnitOfWork;
	readonly passwords: Passwords;
	readonly attempts: Pick<AttemptLimits, "throttle">;
	readonly users: Pick<UsersService, "register" | "freeEmail" | "discardPassword">;
	readonly invitations: Pick<InvitationsService, "find" | "redeem">;
	readonly mailer: AccountMailer | null;
	readonly deferred: DeferredRequests;
	readonly mailLimits: MailLimits;
	readonly signup: Signup;
	readonly publicUrl: string;
}

type DeferredRegistration = Extract<DeferredRequest, { kind: "register" }>;

/** How people come to an account. */
export function createRegistration(deps: RegistrationDeps) {
	const { unitOfWork, passwords, attempts, users, invitations } = deps;
	const { mailer, deferred, mailLimits, signup, publicUrl } = deps;

	/** @throws `forbidden` `token_invalid` */
	async function findInvitation(token: string | undefined, email: string): Promise<InvitationRow | null> {
		if (signup === "closed") throw signupClosed();
		if (token === undefined) {
			if (signup === "invite") throw invitedOnly();
			return null;
		}
		const invitation = await invitations.find(token);
		if (invitation.emailKey !== emailKey(email)) throw invalidToken();
		return invitation;
	}

	/**
	 * Makes the account within a change; null when the address is taken. A stranger's account makes room for the invited, whose
	 * address an invitation proves that was mailed to it.
	 */
	async function create(
		change: Change,
		asked: DeferredRegistration,
		invitation: InvitationRow | null,
	): Promise<UserRow | null> {
		const { email, name, passwordHash, locale, timezone } = asked;
		const isVerified = invitation?.mailed === true;
		if (invitation) await users.freeEmail(change, emailKey(email));
		return users.register(change, { email, isVerified, name, passwordHash, locale, timezone });
	}

	/**
	 * Somebody registered with an address that an unconfirmed account has. Nobody can tell which of the two owns it, so
	 * neither password counts: who reads the mails chooses one. An account that was in use already is left alone.
	 */
	async function registerAgain(
		change: Change,
		known: UserRow,
		post: AccountMailer,
		asked: DeferredRegistration,
	): Promise<void> {
		const locale = chooseLocale([known.locale, ...asked.languages]);
		if (known.state !== "active") return;
		if (known.emailVerifiedAtMs !== null || (await wasUsed(change.tx, known.id))) {
			return post.send(change, {
				to: known.email,
				locale,
				content: { kind: "address_in_use", name: nameIfProved(known) },
			});
		}
		const { email } = known;
		await users.discardPassword(change, known);
		await oneTimeTokensRepository.removeOf(change.tx, known.id, ["verify_email"]);
		const issued = await issueOneTimeToken(change, known, { purpose: "reset_password", email, publicUrl });
		await post.send(change, { to: email, locale, content: { kind: "finish_registration", ...issued } });
	}

	async function mailVerification(change: Change, user: UserRow, post: AccountMailer, languages: readonly string[]) {
		const { email } = user;
		const issued = await issueOneTimeToken(change, user, { purpose: "verify_email", email, publicUrl });
		const locale = chooseLocale([user.locale, ...languages]);
		await post.send(change, { to: email, locale, content: { kind: "verify_email", ...issued } });
	}

	/** The invitation while it still holds; it may have been used or withdrawn since it was shown. */
	async function stillInvited({ tx }: Change, token: string | null): Promise<InvitationRow | null> {
		return token === null ? null : orNull(() => invitations.find(token, tx));
	}

	return {
		/**
		 * Registers a person. With a mail transport the answer is null, for every address alike: the rest comes by mail.
		 * @throws `validation_failed` `forbidden` `token_invalid` `rate_limited` `unavailable`, without mail `email_taken`
		 */
		async register(
			context: RequestContext,
			request: RegisterRequest,
			languages: readonly string[],
		): Promise<Account | null> {
			const fieldErrors = new FieldErrors();
			const email = fieldErrors.check(() => parseEmail(request.email, "/email"));
			const name = fieldErrors.check(() => parseName(request.name, "/name"));
			const personal = [request.email, request.email.split("@")[0] ?? "", request.name];
			fieldErrors.check(() => passwords.assertAcceptable(request.password, "/password", personal));
			const locale = fieldErrors.check(() => (request.locale ? parseLanguageTag(request.locale, "/locale") : null));
			const timezone = fieldErrors.check(() =>
				request.timezone ? parseTimezone(request.timezone, "/timezone") : null,
			);
			fieldErrors.throwIfAny();
			const invitation = await findInvitation(request.inviteToken, email);
			const purpose = invitation ? "register_invited" : "register";
			await mailLimits.take({ purpose, emailKey: emailKey(email), orgId: null, ip: context.ip });
			const passwordHash = await passwords.hash(request.password);
			const inviteToken = request.inviteToken ?? null;
			const asked = { kind: "register", email, name, passwordHash, locale, timezone, inviteToken, languages } as const;
			if (mailer) {
				await deferred.defer(context, asked);
				return null;
			}
			const createNow = async (change: Change): Promise<Account> => {
				const user = await create(change, asked, invitation);
				if (!user) throw emailTaken();
				if (invitation) await invitations.redeem(change, invitation, user.id);
				return toAccount(user);
			};
			// The answer tells whether the address has an account: trying addresses out is guessing.
			return attempts.throttle(context.ip, null, () => unitOfWork.run(context, createNow));
		},

		/** What became of a registration once nobody waits for it. */
		async finish(change: Change, asked: DeferredRegistration, post: AccountMailer): Promise<void> {
			const invitation = await stillInvited(change, asked.inviteToken);
			const user = await create(change, asked, invitation);
			if (!user) {
				const known = await findUserByEmail(change.tx, emailKey(asked.email));
				return known && registerAgain(change, known, post, asked);
			}
			// An organization that is not active lets nobody in now: the invitation waits, the account is theirs all the same.
			if (invitation) await orNull(() => invitations.redeem(change, invitation, user.id));
			if (!invitation?.mailed) return mailVerification(change, user, post, asked.languages);
			const locale = chooseLocale([user.locale, ...asked.languages]);
			await post.send(change, { to: user.email, locale, content: { kind: "account_ready", name: user.name } });
		},

		/** Asks for the verification mail again: the same answer for every address that could be one. @throws `validation_failed` `rate_limited` */
		async resend(context: RequestContext, address: string, languages: readonly string[]): Promise<void> {
			const email = parseEmail(address, "/email");
			await mailLimits.take({ purpose: "resend", emailKey: emailKey(email), orgId: null, ip: context.ip });
			if (mailer) await deferred.defer(context, { kind: "resend", email, languages });
		},

		/** Mails the link again to an account that still needs it. */
		async resendNow(
			change: Change,
			{ email, languages }: Extract<DeferredRequest, { kind: "resend" }>,
			post: AccountMailer,
		) {
			const user = await findUserByEmail(change.tx, emailKey(email));
			if (user?.state !== "active" || user.emailVerifiedAtMs !== null) return;
			await mailVerification(change, user, post, languages);
		},
	};
}

/** What `work` answers, null when the domain refuses. Only for work that refuses before it writes. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof AppError) return null;
		throw error;
	}
}

const toAccount = (user: UserRow): Account => ({
	id: user.id,
	email: user.email,
	emailVerified: user.emailVerifiedAtMs !== null,
	name: user.name,
	locale: user.locale,
	timezone: user.timezone,
	createdAt: rfc3339(user.createdAtMs),
});
