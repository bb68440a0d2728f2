import { rfc3339 } from "#kernel/clock";
import type { MemberRow } from "./repository.ts";
import type { Member } from "./schemas.ts";

/** A member as the API shows it. */
export const toMember = ({ userId, email, name, role, joinedAtMs }: MemberRow): Member => ({
	userId,
	email,
	name,
	role,
	joinedAt: rfc3339(joinedAtMs),
});
