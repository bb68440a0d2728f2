import type { UserRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { personRenamed } from "./moments.ts";
import { type UserValues, usersRepository } from "./repository.ts";

/** Updates a user: increments the version and invalidates cached state. Returns the updated row. */
export async function updateUser(change: Change, id: string, values: UserValues): Promise<UserRow> {
	change.invalidate(id);
	const row = await usersRepository.update(change.tx, id, values, change.nowMs);
	const isRenamed = values.name !== undefined || values.email !== undefined;
	if (isRenamed) await change.reach(personRenamed, { userId: id, name: row.name, email: row.email });
	return row;
}
