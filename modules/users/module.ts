import type { Contribution } from "#platform/module";
import { facts } from "./facts.ts";
import { usersRepository } from "./repository.ts";

/** The people themselves. What hangs on an account (sessions, credentials, memberships) goes with its row. */
export const createUsersModule = (): Contribution => ({
	facts,
	erasePerson: (tx, { userId }) => usersRepository.remove(tx, userId),
});
