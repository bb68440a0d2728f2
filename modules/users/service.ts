import type { UserRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import type { NewId } from "#kernel/ids";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { createEmails, type EmailsDeps } from "./emails.ts";
import { facts } from "./facts.ts";
import { type NewUser, newUser } from "./new-user.ts";
import { usersRepository } from "./repository.ts";
import { writeUser } from "./write.ts";

/** Dependencies of {@link createUsersService}. */
export interface UsersDeps extends EmailsDeps {
	readonly newId: NewId;
}

/** How a person chose a password without the one before. */
export interface NewPassword {
	readonly passwordHash: string;
	/** Whether it also proves the address: what allowed it was mailed there. */
	readonly verifiesEmail: boolean;
}

/** What people may change about themselves at any time. */
export type ProfileValues = Partial<Pick<UserRow, "name" | "locale" | "timezone" | "avatarUrl">>;

/** See {@link createUsersService}. */
export type UsersService = ReturnType<typeof createUsersService>;

/**
 * Everything that changes a person, each as part of a change: it counts the person's version, drops what is cached about them
 * and records what happened. Whether it is allowed was decided before.
 */
export function createUsersService(deps: UsersDeps) {
	const { newId, sessions } = deps;
	const emails = createEmails(deps);

	/** Null when the address is taken. */
	async function insert(change: Change, person: NewUser, systemAdmin: boolean): Promise<UserRow | null> {
		const row = { ...newUser(newId("usr"), person, change.nowMs), systemAdmin };
		return (await usersRepository.insert(change.tx, row)) ? row : null;
	}

	return {
		...emails,

		/** Gives somebody an account; null when the address is taken. */
		async register(change: Change, person: NewUser): Promise<UserRow | null> {
			const user = await insert(change, person, false);
			if (!user) return null;
			const object = { userId: user.id, emailVerified: person.isVerified };
			change.record(PLATFORM, facts["auth.register"], { id: user.id, object });
			return user;
		},

		/** Gives an invited person an account; null when the address is taken. It is told with their acceptance of the invitation. */
		createInvited: (change: Change, person: NewUser): Promise<UserRow | null> => insert(change, person, false),

		/** Makes a system administrator; null when the address is taken. */
		async createAdministrator(change: Change, person: NewUser): Promise<UserRow | null> {
			const user = await insert(change, person, true);
			if (user) change.record(PLATFORM, facts["admin.create"], { id: user.id });
			return user;
		},

		/** Removes a system administrator who has done nothing yet: no other table may refer to them. */
		async removeAdministrator(change: Change, userId: string): Promise<void> {
			await usersRepository.remove(change.tx, userId);
			change.invalidate(userId);
			change.record(PLATFORM, facts["admin.withdraw"], { id: userId });
		},

		/** Changes how a person appears; nothing when all is as it was. */
		async updateProfile(change: Change, user: UserRow, values: ProfileValues): Promise<UserRow> {
			const changes = differencesBetween(user, values, Object.keys(values));
			if (changes.length === 0) return user;
			const updated = await writeUser(change, user.id, values);
			change.record(PLATFORM, facts["auth.update_profile"], { id: user.id, object: { userId: user.id }, changes });
			return updated;
		},

		/**
		 * Sets the password of a person who knows the one before, and ends their sessions but for `sessionId`. Call it with the
		 * sessions held, then the person locked. The person's version stays: it is that of the profile, which shows nothing of it.
		 */
		async changePassword(change: Change, { id }: UserRow, passwordHash: string, sessionId: string): Promise<void> {
			change.invalidate(id);
			await usersRepository.setPassword(change.tx, id, passwordHash);
			await sessions.signOutEverywhere(change, id, "password_changed", sessionId);
			change.record(PLATFORM, facts["auth.change_password"], { id, object: { userId: id, by: "owner" } });
		},

		/**
		 * Sets the password of a person who was allowed to choose another without the one before, and ends all their sessions.
		 * Call it with the sessions held, then the person locked. If it proves the address for the first time, everything else
		 * goes that somebody could sign in with.
		 */
		async resetPassword(change: Change, user: UserRow, { passwordHash, verifiesEmail }: NewPassword): Promise<void> {
			const { id } = user;
			const updated = await writeUser(change, id, { passwordHash });
			await sessions.signOutEverywhere(change, id, "password_reset");
			if (verifiesEmail)
				await emails.confirmEmail(change, updated, { password: true, sessionId: null, identity: null });
			change.record(PLATFORM, facts["auth.reset_password"], { id, object: { userId: id, by: "reset" } });
		},

		/** Drops the password of an account that nobody has used: whoever reads its mails chooses another. */
		async discardPassword(change: Change, { id }: UserRow): Promise<void> {
			await writeUser(change, id, { passwordHash: null });
			change.record(PLATFORM, facts["auth.register_again"], { id, object: { userId: id } });
		},

		/**
		 * Stores the same password under today's parameters. No version, no event and no entry: nothing changes that anybody could
		 * ask about. Over the verified hash alone: hashing takes long enough for the password to have become another.
		 */
		rehashPassword: ({ tx }: Change, userId: string, verified: string, passwordHash: string): Promise<void> =>
			usersRepository.replaceHash(tx, userId, verified, passwordHash),
	};
}
