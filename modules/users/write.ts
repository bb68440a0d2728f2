import type { UserRow } from "#db/schema";
import type { Change } from "#platform/unit-of-work";
import { type UserValues, usersRepository } from "./repository.ts";

/** Writes values of a person: counts the version and drops what is cached about them. Answers them as they are now. */
export function writeUser(change: Change, id: string, values: UserValues): Promise<UserRow> {
	change.invalidate(id);
	return usersRepository.update(change.tx, id, values, change.nowMs);
}
