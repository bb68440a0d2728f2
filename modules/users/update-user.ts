import type { UserRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { type UserValues, usersRepository } from "./repository.ts";

/** Updates a user: increments the version and invalidates cached state. Returns the updated row. */
export function updateUser(change: Change, id: string, values: UserValues): Promise<UserRow> {
	change.invalidate(id);
	return usersRepository.update(change.tx, id, values, change.nowMs);
}
