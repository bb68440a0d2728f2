import type { UserRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { createEmails, type EmailsDeps } from "./emails.ts";
import { facts } from "./facts.ts";
import { initialPasswordReplaced } from "./moments.ts";
import { type NewUser, newUser } from "./new-user.ts";
import { usersRepository } from "./repository.ts";
import { updateUser } from "./update-user.ts";

export interface UsersDeps extends Pick<Core, "newId">, EmailsDeps {}

/** A password chosen without the previous one. */
export interface NewPassword {
	readonly passwordHash: string;
	/** Whether the reset also verifies the address, because its token was mailed there. */
	readonly verifiesEmail: boolean;
	/** Whether it was made up for the user, who must change it; default: no. */
	readonly isInitial?: boolean;
}

/** Profile values that users can change themselves. */
export type ProfileValues = Partial<Pick<UserRow, "name" | "locale" | "timezone" | "avatarUrl">>;

export type UsersService = ReturnType<typeof createUsersService>;

/**
 * Creates the service that writes users, as part of a change: it increments the version, invalidates cached state and
 * records a fact. Authorization is the responsibility of the caller.
 */
export function createUsersService(deps: UsersDeps) {
	const { newId, sessions } = deps;
	const emails = createEmails(deps);

	async function noteReplaced(change: Change, { passwordInitial, passwordHash }: UserRow): Promise<void> {
		if (passwordInitial && passwordHash !== null) await change.reach(initialPasswordReplaced, passwordHash);
	}

	/** Inserts a user. Returns null when the address is taken. */
	async function insert(change: Change, person: NewUser, systemAdmin: boolean): Promise<UserRow | null> {
		const row = { ...newUser(newId("usr"), person, change.nowMs), systemAdmin };
		return (await usersRepository.insert(change.tx, row)) ? row : null;
	}

	return {
		...emails,

		/** Registers a user. Returns null when the address is taken. */
		async register(change: Change, person: NewUser): Promise<UserRow | null> {
			const user = await insert(change, person, false);
			if (!user) return null;
			const object = { userId: user.id, emailVerified: person.isVerified };
			change.record(PLATFORM, facts["auth.register"], { id: user.id, object });
			return user;
		},

		/** Creates the account of an invitee, recorded with the acceptance. Returns null when the address is taken. */
		createInvited: (change: Change, person: NewUser): Promise<UserRow | null> => insert(change, person, false),

		/** Creates a system administrator. Returns null when the address is taken. */
		async createAdministrator(change: Change, person: NewUser): Promise<UserRow | null> {
			const user = await insert(change, person, true);
			if (user) change.record(PLATFORM, facts["admin.create"], { id: user.id });
			return user;
		},

		/** Deletes a system administrator who was never active: no other table may refer to them. */
		async withdrawAdministrator(change: Change, userId: string): Promise<void> {
			await usersRepository.remove(change.tx, userId);
			change.invalidate(userId);
			change.record(PLATFORM, facts["admin.withdraw"], { id: userId });
		},

		/** Updates profile values; does nothing when none differs. */
		async updateProfile(change: Change, user: UserRow, values: ProfileValues): Promise<UserRow> {
			const changes = differencesBetween(user, values, Object.keys(values));
			if (changes.length === 0) return user;
			const updated = await updateUser(change, user.id, values);
			change.record(PLATFORM, facts["auth.update_profile"], { id: user.id, object: { userId: user.id }, changes });
			return updated;
		},

		/**
		 * Changes the password of a user who knows the current one, and ends all sessions but `sessionId`. Lock the
		 * user with the sessions first. The version does not change: it is that of the profile, which does not show the password.
		 */
		async changePassword(change: Change, user: UserRow, passwordHash: string, sessionId: string): Promise<void> {
			const { id } = user;
			change.invalidate(id);
			await noteReplaced(change, user);
			await usersRepository.setPassword(change.tx, id, passwordHash);
			await sessions.signOutEverywhere(change, id, "password_changed", sessionId);
			change.record(PLATFORM, facts["auth.change_password"], { id, object: { userId: id, by: "owner" } });
		},

		/**
		 * Resets the password of a user and ends all sessions. Lock the user with the sessions first. If the reset verifies
		 * the address for the first time, all other credentials are revoked.
		 */
		async resetPassword(change: Change, user: UserRow, { isInitial = false, ...reset }: NewPassword): Promise<void> {
			const { id } = user;
			const { passwordHash, verifiesEmail } = reset;
			const updated = await updateUser(change, id, { passwordHash, passwordInitial: isInitial });
			await noteReplaced(change, user);
			await sessions.signOutEverywhere(change, id, "password_reset");
			if (verifiesEmail)
				await emails.confirmEmail(change, updated, { password: true, sessionId: null, identity: null });
			change.record(PLATFORM, facts["auth.reset_password"], { id, object: { userId: id, by: "reset" } });
		},

		/** Clears the password of an unused account: the recipient of its mails chooses a new one. */
		async clearPassword(change: Change, { id }: UserRow): Promise<void> {
			await updateUser(change, id, { passwordHash: null });
			change.record(PLATFORM, facts["auth.register_again"], { id, object: { userId: id } });
		},

		/**
		 * Stores a new hash of the same password, made with the current parameters. No version, event or audit entry: nothing
		 * visible changes. Replaces only the verified hash: the password may have changed while the new one was computed.
		 */
		rehashPassword: ({ tx }: Change, userId: string, verified: string, passwordHash: string): Promise<void> =>
			usersRepository.replaceHash(tx, userId, verified, passwordHash),
	};
}
