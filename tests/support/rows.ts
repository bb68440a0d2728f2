import type { events, jobs, meetings, memberships, organizationBlocks, organizations, users } from "#db/schema/index";
import { newId } from "#kernel/ids";

type New<T extends { $inferInsert: unknown }> = T["$inferInsert"];

/** Time for rows whose age does not matter: 2030-01-01T00:00:00Z. */
export const AT_MS = 1_893_456_000_000;

/** Returns the row of a new active organization, with its id as a unique slug. */
export function organizationRow(changes: Partial<New<typeof organizations>> = {}): New<typeof organizations> {
	const id = changes.id ?? newId("org");
	return {
		id,
		name: "Acme",
		nameKey: "acme",
		slug: id,
		orgType: "business",
		settings: {},
		retentionPolicy: {},
		allowedDomains: [],
		featureFlags: {},
		metadata: {},
		state: "active",
		version: 1,
		createdAtMs: AT_MS,
		updatedAtMs: AT_MS,
		...changes,
	};
}

/** Returns the row of a new active user, with an e-mail address derived from the id. */
export function userRow(changes: Partial<New<typeof users>> = {}): New<typeof users> {
	const id = changes.id ?? newId("usr");
	return {
		id,
		email: `${id}@example.org`,
		emailKey: `${id}@example.org`,
		name: "Ada",
		systemAdmin: false,
		state: "active",
		version: 1,
		createdAtMs: AT_MS,
		updatedAtMs: AT_MS,
		...changes,
	};
}

/** Returns the row of a membership. */
export function membershipRow(orgId: string, userId: string): New<typeof memberships> {
	return { orgId, userId, role: "member", joinedAtMs: AT_MS, updatedAtMs: AT_MS, version: 1 };
}

/** Returns the row of an organization's event. */
export function eventRow(orgId: string, sequence: number): New<typeof events> {
	return {
		orgId,
		sequence,
		id: newId("evt"),
		type: "organization.updated",
		apiVersion: "1",
		occurredAtMs: AT_MS,
		requestId: "00000000-0000-4000-8000-000000000000",
		actor: { type: "user", id: newId("usr") },
		object: {},
	};
}

/** Returns the row of a block with the authority of the owner. */
export function blockRow(orgId: string): New<typeof organizationBlocks> {
	return {
		orgId,
		id: newId("blk"),
		authority: "owner",
		reasonCode: "maintenance",
		liveMeetings: "drain",
		createdBy: "usr_1",
		createdAtMs: AT_MS,
	};
}

/** Returns the row of a ready job. */
export function jobRow(payload: unknown, changes: Partial<New<typeof jobs>> = {}): New<typeof jobs> {
	return {
		id: newId("job"),
		queue: "test",
		payload,
		state: "ready",
		attempts: 0,
		maxAttempts: 3,
		runAtMs: AT_MS,
		createdAtMs: AT_MS,
		...changes,
	};
}

/** Returns the row of a scheduled meeting. */
export function meetingRow(
	orgId: string,
	workspaceId: string,
	changes: Partial<New<typeof meetings>> = {},
): New<typeof meetings> {
	return {
		orgId,
		id: newId("mtg"),
		workspaceId,
		title: "Lesson",
		kind: "class",
		state: "scheduled",
		source: "native",
		startsAtMs: AT_MS,
		hostId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
		language: "en",
		recordingMode: "off",
		recordingConsent: "required",
		transcription: { enabled: false, live: false, provider: null, translateTo: [] },
		access: "workspace",
		lobby: false,
		artifacts: {},
		createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
		version: 1,
		createdAtMs: AT_MS,
		updatedAtMs: AT_MS,
		...changes,
	};
}
