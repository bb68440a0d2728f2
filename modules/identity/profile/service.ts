import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import type { RequestContext } from "#kernel/request-context";
import { withImplied } from "#kernel/scopes";
import { emailKey } from "#kernel/text";
import type { AccountsService } from "#modules/identity/accounts";
import type { Freshness, MfaService } from "#modules/identity/mfa";
import { type AssertPassword, incorrectPassword, type Passwords } from "#modules/identity/passwords";
import { requirePerson } from "#modules/identity/sessions";
import {
	findUser,
	listMembershipsOfUser,
	lockUser,
	lockUserAndSessions,
	type UsersService,
} from "#modules/identity/users";
import { grantableRoles } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import { type Profile, profileFields, type UpdateProfileRequest } from "./schemas.ts";
import { parseUpdate } from "./update.ts";

export interface ProfileDeps extends Pick<Core, "store" | "unitOfWork" | "mailLimits"> {
	readonly users: Pick<UsersService, "updateProfile" | "changePassword">;
	readonly passwords: Pick<Passwords, "assertAcceptable" | "hash">;
	readonly assertPassword: AssertPassword;
	readonly freshness: Freshness;
	readonly mfa: Pick<MfaService, "stateOf">;
	readonly accounts: Pick<AccountsService, "changeEmail" | "onPasswordChanged">;
}

/** Uses the whole profile as the variant, because it shows more than the account: memberships, second factors. */
const toVersioned = <T>(data: T, version: number): Versioned<T> => ({ data, version, variant: JSON.stringify(data) });

export type ProfileService = ReturnType<typeof createProfileService>;

/** Creates the service with which users read and change their own account. */
export function createProfileService(deps: ProfileDeps) {
	const { store, unitOfWork, mailLimits, users, passwords, assertPassword, freshness, mfa, accounts } = deps;

	/** Reads the caller's profile and memberships; version 0 for a caller without an account. */
	async function read({ principal }: RequestContext): Promise<Versioned<Profile>> {
		const [user, memberships, factors] = await Promise.all([
			findUser(store.db, principal.id),
			listMembershipsOfUser(store, principal.id),
			mfa.stateOf(principal.id),
		]);
		const profile = {
			id: principal.id,
			email: user?.email ?? null,
			emailVerified: user?.emailVerifiedAtMs != null,
			name: user?.name ?? principal.id,
			systemAdmin: principal.system,
			activeOrgId: principal.orgId,
			role: principal.role,
			scopes: [...withImplied(principal.scopes)].sort(),
			grantableRoles: grantableRoles(principal),
			locale: user?.locale ?? null,
			timezone: user?.timezone ?? null,
			avatarUrl: user?.avatarUrl ?? null,
			memberships,
			mfa: factors,
			...(principal.isProvisional && { passwordChangeRequired: true as const }),
		};
		return toVersioned(profile, user?.version ?? 0);
	}

	return {
		/** Collects what is wrong with a new password, whoever chooses it. */
		checkPassword({ password }: Pick<UpdateProfileRequest, "password">, fieldErrors: FieldErrors): void {
			const chosen = password?.new;
			if (chosen !== undefined) fieldErrors.check(() => passwords.assertAcceptable(chosen, "/password/new"));
		},

		/** Returns the caller's profile: all of it, or the members named by `fields`. @throws `invalid_fields` */
		async get(context: RequestContext, fields: string | undefined) {
			const show = profileFields.parse(fields);
			const { data, version } = await read(context);
			return toVersioned(show(data), version);
		},

		/**
		 * Updates the caller's account. A new address takes effect once it is confirmed by mail; without a mail transport
		 * immediately, unconfirmed. A new password requires the current one and ends all other sessions; a new address
		 * requires a fresh sign-in.
		 * @throws `validation_failed` `forbidden` `unauthenticated` `rate_limited` `unavailable` `precondition_failed`,
		 * without mail `email_taken`
		 */
		async update(context: RequestContext, request: UpdateProfileRequest): Promise<Versioned<Profile>> {
			const { userId, sessionId } = requirePerson(context);
			const known = await findUser(store.db, userId);
			if (!known) throw new Error("the caller has no account");
			const { values, email, newPassword } = parseUpdate(request, known, passwords);
			const isNewEmail = email !== undefined && emailKey(email) !== known.emailKey;
			const { ip } = context;
			const wrongPassword = () => incorrectPassword("/password/current");
			const current = request.password?.current;
			if (isNewEmail && newPassword === undefined) await freshness.require(context, { password: current });
			else if (current !== undefined)
				await assertPassword({ ip, user: known, password: current, toError: wrongPassword });
			if (isNewEmail)
				await mailLimits.take({
					purpose: "change_email",
					emailKey: emailKey(email),
					orgId: null,
					ip: null,
					chosenBy: context.principal.id,
				});
			const passwordHash = newPassword === undefined ? null : await passwords.hash(newPassword, ip);

			// Not stored for retries: the body may hold a password.
			await unitOfWork.run(
				context,
				async (change) => {
					const lock = passwordHash === null ? lockUser : lockUserAndSessions;
					const user = await lock(change.tx, userId);
					if (!user) throw new Error("the caller has no account");
					assertIfMatch(context.ifMatch, user.version);
					await users.updateProfile(change, user, values);
					if (passwordHash !== null) {
						// The password may have changed while the one sent was verified.
						if (user.passwordVersion !== known.passwordVersion) throw wrongPassword();
						await users.changePassword(change, user, passwordHash, sessionId);
						await accounts.onPasswordChanged(change, user);
					}
					if (isNewEmail) await accounts.changeEmail(change, context, user, email);
				},
				{ storeOutcome: false },
			);
			return read(context);
		},
	};
}
