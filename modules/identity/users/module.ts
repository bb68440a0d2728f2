import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { usersRepository } from "./repository.ts";
import { createUsersService, type UsersDeps, type UsersService } from "./service.ts";

/** Creates the module of users. Sessions, credentials and memberships are deleted with the row of the user. */
export function createUsersModule(
	core: Core,
	deps: Pick<UsersDeps, "sessions">,
): Contribution & { readonly service: UsersService } {
	const service = createUsersService({ ...core, ...deps });
	return {
		service,
		facts,
		// The rows that go with it are few: the others are erased before.
		eraseAccount: (inPortions, userId) =>
			inPortions(async (tx) => {
				await usersRepository.remove(tx, userId);
				return 0;
			}),
	};
}
