import { conflictOf } from "#db/errors";
import type { UserRow } from "#db/schema";
import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import type { RequestContext } from "#kernel/request-context";
import { sha256Hex } from "#kernel/secrets";
import { emailKey, parseEmail, parseName } from "#kernel/text";
import { type Addresses, ownSession } from "#modules/addresses";
import type { Freshness } from "#modules/mfa";
import type { AttemptLimits, Passwords } from "#modules/passwords";
import type { Profile, ProfileService } from "#modules/profile";
import { requirePerson, type SessionsService } from "#modules/sessions";
import { usersRepository } from "#modules/users";
import { chooseLocale, type MailLimits } from "#platform/mail";
import { type Change, PLATFORM, type UnitOfWork } from "#platform/unit-of-work";
import type { Errand, Errands } from "./deferred.ts";
import { askedByAnother, emailTaken, invalidToken, signInToConfirm } from "./errors.ts";
import { facts } from "./facts.ts";
import type { AccountMailer } from "./mails/content.ts";
import { ALL_PURPOSES, issueProof, nameIfProved } from "./proofs.ts";
import { proofsRepository } from "./repository.ts";
import type { UpdateProfileRequest, VerifiedEmail, VerifyEmailRequest } from "./schemas.ts";

/** What {@link createProfileService} is made of. */
export interface ProfileDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly addresses: Pick<Addresses, "givesWay" | "vacate" | "prove">;
	readonly unitOfWork: UnitOfWork;
	readonly passwords: Passwords;
	readonly sessions: Pick<SessionsService, "endAllOf" | "holdAllOf">;
	readonly attempts: AttemptLimits;
	readonly freshness: Freshness;
	readonly profile: Pick<ProfileService, "ownProfile">;
	readonly mailer: AccountMailer | null;
	readonly errands: Errands;
	readonly mailLimits: MailLimits;
	readonly publicUrl: string;
}

/** How the person of an account showed that a change of its address is theirs. */
type AskedBy = "session" | "password";

/** What of a person's own account may simply be written. */
type Plain = Partial<Pick<UserRow, "name" | "locale" | "timezone" | "avatarUrl">>;

/** A person's own account. */
export function createProfileService(deps: ProfileDeps) {
	const { store, clock, addresses, unitOfWork, passwords, sessions, attempts, freshness, profile } = deps;
	const { mailer, errands, mailLimits, publicUrl } = deps;

	/** Asks for the password in force, sent as `path`; wrong ones are counted. @throws `validation_failed` `rate_limited` */
	async function assertCurrent(context: RequestContext, user: UserRow, current: string, path: string): Promise<void> {
		await attempts.weigh(context.ip, sha256Hex(`password|${user.id}`), async () => {
			if (!(await passwords.verify(current, user.passwordHash))) throw notInForce(path);
		});
	}

	async function setPassword(change: Change, user: UserRow, passwordHash: string, sessionId: string): Promise<void> {
		await usersRepository.setPassword(change.tx, user.id, passwordHash);
		await proofsRepository.removeOf(change.tx, user.id, ALL_PURPOSES);
		await sessions.endAllOf(change, user.id, "password_changed", sessionId);
		const { id } = user;
		change.record(PLATFORM, facts["auth.change_password"], { id, object: { userId: id, by: "owner" } });
		const content = { kind: "password_changed", name: nameIfProved(user) } as const;
		await mailer?.send(change, { to: user.email, locale: chooseLocale([user.locale]), content });
	}

	/** @throws `email_taken` */
	async function setEmail(change: Change, user: UserRow, email: string, isProved: boolean): Promise<void> {
		const { tx, nowMs } = change;
		const key = emailKey(email);
		const holder = await usersRepository.findByEmail(tx, key);
		const isFree = !holder || (isProved && holder.id !== user.id && (await addresses.vacate(change, key)));
		if (!isFree) throw emailTaken();
		const wasProved = user.emailVerifiedAtMs !== null;
		const values = {
			email,
			emailKey: key,
			emailVerifiedAtMs: isProved && wasProved ? nowMs : null,
			version: user.version + 1,
			updatedAtMs: nowMs,
		};
		await usersRepository.update(tx, user.id, values);
		if (isProved) {
			const kept = { password: true, sessionId: ownSession(change, user.id), identity: null };
			await addresses.prove(change, { ...user, ...values }, kept);
		}
		// What was mailed to the address before must not open the account any more.
		await proofsRepository.removeOf(tx, user.id, ALL_PURPOSES);
		change.invalidate(user.id);
		const { id } = user;
		const changes = [{ path: "/email", from: user.email, to: email }];
		change.record(PLATFORM, facts["auth.change_email"], { id, object: { userId: id }, changes });
		// Nobody is told anything at an address that may never have been theirs.
		if (!wasProved) return;
		const content = { kind: "email_changed", name: user.name, email } as const;
		await mailer?.send(change, { to: user.email, locale: chooseLocale([user.locale]), content });
	}

	/**
	 * A link that moves an account to an address counts only for the person of that account: whoever else it is forwarded to
	 * would give their address away. @throws `unauthenticated` `forbidden` `validation_failed` `rate_limited`
	 */
	async function assertAsked(context: RequestContext, userId: string, password: string | undefined): Promise<AskedBy> {
		if (ownSession(context, userId) !== null) return "session";
		if (password === undefined) throw context.principal.kind === "anonymous" ? signInToConfirm() : askedByAnother();
		const user = await usersRepository.find(store.db, userId);
		if (user?.state !== "active") throw invalidToken();
		await assertCurrent(context, user, password, "/password");
		return "password";
	}

	/** A change that may give an account its address: two at once may want the same one. @throws `email_taken` */
	async function makeWithEmail<T>(context: RequestContext, work: (change: Change) => Promise<T>): Promise<T> {
		try {
			// Not remembered: the body holds a password or a token.
			return await unitOfWork.run(context, work, { remembered: false });
		} catch (error) {
			throw conflictOf(error) === "unique" ? emailTaken() : error;
		}
	}

	async function setPlain(change: Change, user: UserRow, values: Plain): Promise<void> {
		const changes = differencesBetween(user, values, Object.keys(values));
		if (changes.length === 0) return;
		const { tx, nowMs } = change;
		await usersRepository.update(tx, user.id, { ...values, version: user.version + 1, updatedAtMs: nowMs });
		const { id } = user;
		change.record(PLATFORM, facts["auth.update_profile"], { id, object: { userId: id }, changes });
	}

	return {
		/**
		 * Changes the caller's account. A new address counts once it is confirmed by mail; without a mail transport at once,
		 * unconfirmed. A new password asks for the one in force and ends every other session; a new address asks for a fresh sign-in.
		 * @throws `validation_failed` `forbidden` `unauthenticated` `rate_limited` `unavailable` `precondition_failed`, without mail `email_taken`
		 */
		async update(context: RequestContext, request: UpdateProfileRequest): Promise<Versioned<Profile>> {
			const { userId, sessionId } = requirePerson(context);
			const known = await usersRepository.find(store.db, userId);
			if (!known) throw new Error("the caller has no account");
			const { values, email, newPassword } = parse(request, known, passwords);
			const isNewEmail = email !== undefined && emailKey(email) !== known.emailKey;
			if (request.password?.new !== undefined)
				await assertCurrent(context, known, request.password.current, "/password/current");
			else if (isNewEmail) await freshness.require(context, { password: request.password?.current });
			if (isNewEmail)
				await mailLimits.take({ purpose: "change_email", emailKey: emailKey(email), orgId: null, ip: null });
			const passwordHash = newPassword === undefined ? null : await passwords.hash(newPassword);

			await makeWithEmail(context, async (change) => {
				if (passwordHash !== null) await sessions.holdAllOf(change, userId, sessionId);
				const user = await usersRepository.lock(change.tx, userId);
				if (!user) throw new Error("the caller has no account");
				assertIfMatch(context.ifMatch, user.version);
				await setPlain(change, user, values);
				if (passwordHash !== null) {
					// Another may have come into force while the one sent was looked at.
					if (user.passwordVersion !== known.passwordVersion) throw notInForce("/password/current");
					await setPassword(change, user, passwordHash, sessionId);
				}
				if (!isNewEmail) return;
				if (mailer) await errands.leaveWithin(change, context, { kind: "change_email", userId, email });
				else await setEmail(change, user, email, false);
			});
			return profile.ownProfile(context);
		},

		/** Mails the link to the new address, or tells the person who has it that somebody tried. */
		async changeEmailNow(change: Change, errand: Extract<Errand, { kind: "change_email" }>, post: AccountMailer) {
			const { userId, email } = errand;
			const user = await usersRepository.find(change.tx, userId);
			if (user?.state !== "active") return;
			const owner = await usersRepository.findByEmail(change.tx, emailKey(email));
			if (owner && !(await addresses.givesWay(owner, change.tx))) {
				const content = { kind: "address_in_use", name: nameIfProved(owner) } as const;
				return post.send(change, { to: owner.email, locale: chooseLocale([owner.locale]), content });
			}
			const proof = await issueProof(change, user, { purpose: "change_email", email, publicUrl });
			const locale = chooseLocale([user.locale]);
			await post.send(change, { to: email, locale, content: { kind: "change_email", ...proof } });
		},

		/**
		 * Confirms an address with what was mailed to it. A new address of an account also asks for a session of that account, or
		 * for its password; without them the token stays usable.
		 * @throws `token_invalid` `email_taken` `unauthenticated` `forbidden` `validation_failed` `rate_limited`
		 */
		async verifyEmail(context: RequestContext, { token, password }: VerifyEmailRequest): Promise<VerifiedEmail> {
			const tokenHash = sha256Hex(token);
			const pending = await proofsRepository.find(store.db, tokenHash, clock.nowMs());
			const askedBy = pending?.purpose === "change_email" ? await assertAsked(context, pending.userId, password) : null;
			return makeWithEmail(context, async (change) => {
				const { tx, nowMs } = change;
				const proof = await proofsRepository.use(tx, tokenHash, nowMs);
				const user = proof && (await usersRepository.find(tx, proof.userId));
				if (!user || proof.purpose === "reset_password" || user.state !== "active") throw invalidToken();
				// The session may have ended meanwhile; with another password there would be no proof any more.
				if (askedBy === "session" && ownSession(change, user.id) === null) throw signInToConfirm();
				if (proof.purpose === "change_email") await setEmail(change, user, proof.email, true);
				else if (emailKey(proof.email) !== user.emailKey) throw invalidToken();
				else {
					const kept = { password: true, sessionId: ownSession(change, user.id), identity: null };
					await addresses.prove(change, user, kept);
				}
				return { userId: user.id, email: proof.email, emailVerified: true } as const;
			});
		},
	};
}

const notInForce = (path: string) => invalidMember(path, "incorrect", "must be the password in force");

interface Parsed {
	readonly values: Plain;
	readonly email: string | undefined;
	readonly newPassword: string | undefined;
}

function parse(request: UpdateProfileRequest, user: UserRow, passwords: Passwords): Parsed {
	const fieldErrors = new FieldErrors();
	const values: Plain = {};
	const { name, locale, timezone, avatarUrl, email } = request;
	if (name !== undefined) values.name = fieldErrors.check(() => parseName(name, "/name"));
	if (locale !== undefined)
		values.locale = fieldErrors.check(() => (locale === null ? null : parseLanguageTag(locale, "/locale")));
	if (timezone !== undefined)
		values.timezone = fieldErrors.check(() => (timezone === null ? null : parseTimezone(timezone, "/timezone")));
	if (avatarUrl !== undefined)
		values.avatarUrl = fieldErrors.check(() => (avatarUrl === null ? null : parseAvatarUrl(avatarUrl)));
	const address = email === undefined ? undefined : fieldErrors.check(() => parseEmail(email, "/email"));
	const newPassword = request.password?.new;
	const personal = [user.email, user.email.split("@")[0] ?? "", name ?? user.name];
	if (newPassword !== undefined)
		fieldErrors.check(() => passwords.assertAcceptable(newPassword, "/password/new", personal));
	fieldErrors.throwIfAny();
	return { values, email: address, newPassword };
}

/** Only what a browser loads without doing anything else. */
function parseAvatarUrl(raw: string): string {
	const url = URL.canParse(raw) ? new URL(raw) : null;
	if (url?.protocol !== "https:" || url.username !== "" || url.password !== "")
		throw invalidMember("/avatarUrl", "invalid_format", "must be an https URL without user and password");
	return url.href;
}
