import type { DemoMeeting, DemoOrganization, DemoWorkspace } from "#db/seed/demo";
import { exampleId } from "#http/schemas";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import type { Examples } from "./seed-ids.ts";
import type { Visitor } from "./visitor.ts";

/** A workspace that was seeded. */
export interface SeededWorkspace {
	readonly id: string;
	readonly name: string;
	/** Key by which it is found again. */
	readonly externalRef: string;
	/** Whether it was created; false for one that existed before. */
	readonly isNew: boolean;
}

/** People of an organization, as those who use the API, by their addresses. */
export type Visitors = (email: string) => Promise<Visitor>;

interface Listed {
	readonly id: string;
	readonly externalRef: string | null;
}

/** Makes the workspaces of an organization and fills them with their members; those that exist stay as they are. */
export async function seedWorkspaces(
	visitors: Visitors,
	orgId: string,
	{ workspaces, people }: DemoOrganization,
	examples: Examples,
): Promise<SeededWorkspace[]> {
	const owner = await visitors(people[0]?.email ?? "");
	const { data: listed } = await owner("GET", `/orgs/${orgId}/workspaces?limit=200`);
	const { data: members } = await owner("GET", `/orgs/${orgId}/members?limit=200`);
	const idsByEmail = new Map(
		(members as { readonly email: string; readonly userId: string }[]).map(({ email, userId }) => [email, userId]),
	);
	const seeded: SeededWorkspace[] = [];
	for (const [index, workspace] of workspaces.entries()) {
		examples.expectIds(exampleId("wsp", index + 1));
		const { name, externalRef } = workspace;
		const found = (listed as Listed[]).find((each) => each.externalRef === externalRef);
		const id = found?.id ?? (await makeWorkspace(visitors, orgId, workspace));
		if (!found) await addMembers(await visitors(workspace.manager), id, workspace, idsByEmail);
		seeded.push({ id, name, externalRef, isNew: found === undefined });
	}
	return seeded;
}

async function makeWorkspace(visitors: Visitors, orgId: string, workspace: DemoWorkspace): Promise<string> {
	const { manager, members: _members, ...body } = workspace;
	const visit = await visitors(manager);
	const { data } = await visit("POST", `/orgs/${orgId}/workspaces`, body);
	return (data as Listed).id;
}

async function addMembers(
	visit: Visitor,
	workspaceId: string,
	{ members }: DemoWorkspace,
	idsByEmail: ReadonlyMap<string, string>,
): Promise<void> {
	for (const [email, role] of Object.entries(members)) {
		const userId = idsByEmail.get(email);
		// Somebody may have left since an earlier run.
		if (userId !== undefined) await visit("POST", `/workspaces/${workspaceId}/members`, { userId, role });
	}
}

/** Schedules a meeting for a week from now at ten o'clock, unless it exists. Returns whether it was made. */
export async function seedMeeting(
	visit: Visitor,
	workspaceId: string,
	{ workspace: _workspace, ...meeting }: DemoMeeting,
	nowMs: number,
): Promise<boolean> {
	const [day] = rfc3339(nowMs + 7 * DAY_MS).split("T");
	// Without an offset: the time on the clocks of the organization.
	const body = { ...meeting, scheduledStart: `${day}T10:00:00` };
	const { status } = await visit("POST", `/workspaces/${workspaceId}/meetings`, body);
	return status === 201;
}
