import type { UserRow } from "#db/schema";
import type { OnPersonRenamed } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { type UserValues, usersRepository } from "./repository.ts";

/** See {@link createUpdateUser}. */
export type UpdateUser = ReturnType<typeof createUpdateUser>;

/** Creates the function that updates users. @param onPersonRenamed called when the name or address may have changed */
export const createUpdateUser =
	(onPersonRenamed: OnPersonRenamed) =>
	/** Updates a user: increments the version and invalidates cached state. Returns the updated row. */
	async (change: Change, id: string, values: UserValues): Promise<UserRow> => {
		change.invalidate(id);
		const row = await usersRepository.update(change.tx, id, values, change.nowMs);
		const isRenamed = values.name !== undefined || values.email !== undefined;
		if (isRenamed) await onPersonRenamed(change, { userId: id, name: row.name, email: row.email });
		return row;
	};
