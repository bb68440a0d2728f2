import type { InvitationRow, UserRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import { FieldErrors } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import type { RequestContext } from "#kernel/request-context";
import { emailKey, parseEmail, parseName } from "#kernel/text";
import type { InvitationsService } from "#modules/identity/invitations";
import type { AttemptLimits, Passwords } from "#modules/identity/passwords";
import { findUserByEmail, type UsersService } from "#modules/identity/users";
import { chooseLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { DeferredRequest, DeferredRequests } from "./deferred.ts";
import { emailTaken, invalidToken, invitedOnly, signupClosed } from "./errors.ts";
import type { AccountMailer } from "./mails/content.ts";
import { issueOneTimeToken, nameIfVerified } from "./one-time-tokens.ts";
import type { Signup } from "./ports.ts";
import { hasEverSignedIn, oneTimeTokensRepository } from "./repository.ts";
import type { Account, RegisterRequest } from "./schemas.ts";

export interface RegistrationDeps extends Pick<Core, "unitOfWork" | "mailLimits"> {
	readonly passwords: Passwords;
	readonly attempts: Pick<AttemptLimits, "throttle">;
	readonly users: Pick<UsersService, "register" | "isUnclaimed" | "releaseIfUnclaimed" | "clearPassword">;
	readonly invitations: Pick<InvitationsService, "find" | "redeem">;
	readonly mailer: AccountMailer | null;
	readonly deferred: DeferredRequests;
	readonly signup: Signup;
	readonly publicUrl: string;
}

type Registration = Extract<DeferredRequest, { kind: "register" }>;

/** Creates the service that registers accounts. */
export function createRegistration(deps: RegistrationDeps) {
	const { unitOfWork, passwords, attempts, users, invitations } = deps;
	const { mailer, deferred, mailLimits, signup, publicUrl } = deps;

	/** Reads the invitation a registration refers to; null without one. @throws `forbidden` `token_invalid` */
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
	 * Creates the account within a change; null when the address is taken. An unclaimed account releases the address to an
	 * invitee, whose ownership is verified by the mailed invitation.
	 */
	async function create(
		change: Change,
		registration: Registration,
		invitation: InvitationRow | null,
	): Promise<UserRow | null> {
		const { email, name, passwordHash, locale, timezone } = registration;
		const isVerified = invitation?.mailed === true;
		if (invitation) await users.releaseIfUnclaimed(change, emailKey(email));
		return users.register(change, { email, isVerified, name, passwordHash, locale, timezone });
	}

	/**
	 * Handles a registration with the address of an existing account. While the account is unconfirmed, it is unknown which
	 * of the two owns the address, so neither password is kept: the recipient of the mails chooses one. An account that has
	 * been used, or that belongs to an organization, is not changed.
	 */
	async function handleDuplicate(
		change: Change,
		existing: UserRow,
		sender: AccountMailer,
		registration: Registration,
	): Promise<void> {
		const locale = chooseLocale([existing.locale, ...registration.languages]);
		if (existing.state !== "active") return;
		const isUnclaimed = await users.isUnclaimed(existing, change.tx);
		if (!isUnclaimed || (await hasEverSignedIn(change.tx, existing.id))) {
			return sender.send(change, {
				to: existing.email,
				locale,
				content: { kind: "address_in_use", name: nameIfVerified(existing) },
				concern: "account",
			});
		}
		const { email } = existing;
		await users.clearPassword(change, existing);
		await oneTimeTokensRepository.removeByUser(change.tx, existing.id, ["verify_email"]);
		const issued = await issueOneTimeToken(change, existing, { purpose: "reset_password", email, publicUrl });
		await sender.send(change, {
			to: email,
			locale,
			content: { kind: "finish_registration", ...issued },
			concern: "account",
		});
	}

	async function sendVerificationLink(
		change: Change,
		user: UserRow,
		sender: AccountMailer,
		languages: readonly string[],
	) {
		const { email } = user;
		const issued = await issueOneTimeToken(change, user, { purpose: "verify_email", email, publicUrl });
		const locale = chooseLocale([user.locale, ...languages]);
		await sender.send(change, { to: email, locale, content: { kind: "verify_email", ...issued }, concern: "account" });
	}

	/** Reads an invitation; null without a token, or when it was used or withdrawn in the meantime. */
	async function findValidInvitation({ tx }: Change, token: string | null): Promise<InvitationRow | null> {
		return token === null ? null : nullIfRefused(() => invitations.find(token, tx));
	}

	return {
		/**
		 * Registers a person. With a mail transport the result is null, for every address alike: the rest follows by mail.
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
			await mailLimits.takeFrom(context.ip);
			const invitation = await findInvitation(request.inviteToken, email);
			const purpose = invitation ? "register_invited" : "register";
			await mailLimits.take({ purpose, emailKey: emailKey(email), orgId: null, ip: null });
			const passwordHash = await passwords.hash(request.password, context.ip);
			const inviteToken = request.inviteToken ?? null;
			const registration = {
				kind: "register",
				email,
				name,
				passwordHash,
				locale,
				timezone,
				inviteToken,
				languages,
			} as const;
			if (mailer) {
				await deferred.defer(context, registration);
				return null;
			}
			const createNow = async (change: Change): Promise<Account> => {
				const user = await create(change, registration, invitation);
				if (!user) throw emailTaken();
				if (invitation) await invitations.redeem(change, invitation, user.id);
				return toAccount(user);
			};
			// The result reveals whether the address has an account: trying addresses is guessing.
			return attempts.throttle(context.ip, null, () => unitOfWork.run(context, createNow));
		},

		/** Processes a deferred registration. */
		async processRegistration(change: Change, registration: Registration, sender: AccountMailer): Promise<void> {
			const invitation = await findValidInvitation(change, registration.inviteToken);
			const user = await create(change, registration, invitation);
			if (!user) {
				const existing = await findUserByEmail(change.tx, emailKey(registration.email));
				return existing && handleDuplicate(change, existing, sender, registration);
			}
			// An organization that is not active admits nobody now: the invitation stays pending, the account is created anyway.
			if (invitation) await nullIfRefused(() => invitations.redeem(change, invitation, user.id));
			if (!invitation?.mailed) return sendVerificationLink(change, user, sender, registration.languages);
			const locale = chooseLocale([user.locale, ...registration.languages]);
			await sender.send(change, {
				to: user.email,
				locale,
				content: { kind: "account_ready", name: user.name },
				concern: "account",
			});
		},

		/** Requests another verification mail; the response is the same for every valid address. @throws `validation_failed` `rate_limited` */
		async resendVerification(context: RequestContext, address: string, languages: readonly string[]): Promise<void> {
			const email = parseEmail(address, "/email");
			await mailLimits.take({ purpose: "resend", emailKey: emailKey(email), orgId: null, ip: context.ip });
			if (mailer) await deferred.defer(context, { kind: "resend", email, languages });
		},

		/** Mails the link again if the address has an unconfirmed account. */
		async processResend(
			change: Change,
			{ email, languages }: Extract<DeferredRequest, { kind: "resend" }>,
			sender: AccountMailer,
		) {
			const user = await findUserByEmail(change.tx, emailKey(email));
			if (user?.state !== "active" || user.emailVerifiedAtMs !== null) return;
			await sendVerificationLink(change, user, sender, languages);
		},
	};
}

/** Returns the result of `work`, or null when it throws an `AppError`. Only for work that fails before it writes. */
async function nullIfRefused<T>(work: () => Promise<T>): Promise<T | null> {
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
