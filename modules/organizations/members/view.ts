import { rfc3339 } from "#kernel/clock";
import type { MemberRow, SignInState } from "./repository.ts";
import type { ChangedMember, Member } from "./schemas.ts";

/** Converts a member to the payload of what happens to them. */
export const toChangedMember = ({ userId, email, name, role, joinedAtMs }: MemberRow): ChangedMember => ({
	userId,
	email,
	name,
	role,
	joinedAt: rfc3339(joinedAtMs),
});

/** Converts a member to their representation. @param state undefined for callers who may not see how members sign in */
export function toMember(row: MemberRow, state: SignInState | undefined): Member {
	if (state === undefined) return toChangedMember(row);
	const lastSeenAt = state.lastSeenAtMs === null ? null : rfc3339(state.lastSeenAtMs);
	return { ...toChangedMember(row), lastSeenAt, mfa: state.mfa };
}
