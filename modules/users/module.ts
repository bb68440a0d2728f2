import type { Contribution, Core, RevokeCredentials } from "#platform/module";
import { facts } from "./facts.ts";
import type { UserSessions } from "./ports.ts";
import { usersRepository } from "./repository.ts";
import { createUsersService, type UsersService } from "./service.ts";

/**
 * The people themselves. What hangs on an account (sessions, credentials, memberships) goes with its row.
 * @param deps `revokeCredentials`: every module's part in handing an account over
 */
export function createUsersModule(
	core: Core,
	deps: { readonly sessions: UserSessions; readonly revokeCredentials: RevokeCredentials },
): Contribution & { readonly service: UsersService } {
	const service = createUsersService({ ...core, ...deps });
	return { service, facts, erasePerson: (tx, { userId }) => usersRepository.remove(tx, userId) };
}
