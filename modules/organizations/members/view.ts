import { rfc3339 } from "#kernel/clock";
import type { MemberRow } from "./repository.ts";
import type { Member } from "./schemas.ts";

/** Converts a member to its representation. */
export const toMember = ({ userId, email, name, role, joinedAtMs }: MemberRow): Member => ({
	userId,
	email,
	name,
	role,
	joinedAt: rfc3339(joinedAtMs),
});
