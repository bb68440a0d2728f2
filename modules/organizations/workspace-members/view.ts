import { rfc3339 } from "#kernel/clock";
import type { NamedMemberRow } from "./repository.ts";
import type { WorkspaceMember } from "./schemas.ts";

/** Converts a member to its representation. */
export const toWorkspaceMember = ({
	workspaceId,
	userId,
	name,
	role,
	joinedAtMs,
}: NamedMemberRow): WorkspaceMember => ({
	workspaceId,
	userId,
	name,
	role,
	joinedAt: rfc3339(joinedAtMs),
});
