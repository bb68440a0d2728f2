import type { WorkspaceMemberRow, WorkspaceRole, WorkspaceRow } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { slugify, sortKey } from "#kernel/text";
import { organizationName } from "./names.ts";
import type { Random } from "./random.ts";
import type { Member, Organization, Population } from "./world.ts";

/** A generated workspace with its members, the manager first. */
export interface GrownWorkspace {
	readonly row: WorkspaceRow;
	readonly members: readonly WorkspaceMemberRow[];
}

/** Members of the largest organization for each workspace it has. */
const MEMBERS_FOR_EACH = 10;
/** Workspaces it has at least: pages are full at every size, so that their cost can be compared. */
const AT_LEAST = 400;
/** Members of a workspace of the largest organization: a class. */
const CLASS_SIZE = 20;
const ROLES: readonly WorkspaceRole[] = ["manager", "host", "member", "member", "member", "viewer"];

/** Makes up workspaces: a tenth of its members in number in the largest organization, at least some hundred, up to two in each other one. */
export function growWorkspaces(random: Random, { organizations, world }: Population): GrownWorkspace[] {
	return organizations.flatMap((organization) => {
		const { members, row } = organization;
		if (row.state === "deleted" || members.length === 0) return [];
		const isGiant = row.id === world.giant.orgId;
		const count = isGiant ? Math.max(AT_LEAST, Math.ceil(members.length / MEMBERS_FOR_EACH)) : random.below(3);
		return Array.from({ length: count }, (_, n) => newWorkspace(random, organization, n, world.nowMs));
	});
}

function newWorkspace(random: Random, { row, members }: Organization, n: number, nowMs: number): GrownWorkspace {
	const createdAtMs = row.createdAtMs + random.below(Math.max(1, nowMs - row.createdAtMs));
	const id = random.id("wsp", createdAtMs);
	const name = organizationName(random, n);
	const isArchived = random.chance(0.15);
	const belonging = new Map<string, Member>();
	for (let drawn = 0; drawn < Math.min(CLASS_SIZE, members.length); drawn++) {
		const member = random.pick(members);
		belonging.set(member.person.id, member);
	}
	const joined = [...belonging.keys()].map(
		(userId, place): WorkspaceMemberRow => ({
			orgId: row.id,
			workspaceId: id,
			userId,
			role: place === 0 ? "manager" : random.pick(ROLES),
			joinedAtMs: createdAtMs + place * 1000,
			updatedAtMs: createdAtMs + place * 1000,
			version: 1,
		}),
	);
	return {
		row: {
			orgId: row.id,
			id,
			name,
			nameKey: sortKey(name),
			slug: `${slugify(name)}-${n}`,
			description: null,
			kind: random.pick(["class", "class", "class", "team", "department", "project"] as const),
			visibility: random.chance(0.2) ? "org" : "private",
			settings: null,
			externalRef: random.chance(0.5) ? `sis-${n}` : null,
			memberCount: joined.length,
			archived: isArchived,
			archivedAtMs: isArchived ? createdAtMs + DAY_MS : null,
			version: isArchived ? 2 : 1,
			createdAtMs,
			updatedAtMs: createdAtMs,
		},
		members: joined,
	};
}
