import type { Contribution, Core, RevokeCredentials } from "#platform/module";
import { facts } from "./facts.ts";
import type { UserSessions } from "./ports.ts";
import { usersRepository } from "./repository.ts";
import { createUsersService, type UsersService } from "./service.ts";

/**
 * Creates the module of users. Sessions, credentials and memberships are deleted with the row of the user.
 * @param deps `revokeCredentials`: removes the credentials that other modules store
 */
export function createUsersModule(
	core: Core,
	deps: { readonly sessions: UserSessions; readonly revokeCredentials: RevokeCredentials },
): Contribution & { readonly service: UsersService } {
	const service = createUsersService({ ...core, ...deps });
	return { service, facts, erasePerson: (tx, { userId }) => usersRepository.remove(tx, userId) };
}
