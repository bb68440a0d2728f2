import type { WorkspaceRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Versioned } from "#kernel/etag";
import type { Workspace } from "./schemas.ts";

/** Converts a workspace to its representation. */
export const toWorkspace = (row: WorkspaceRow): Workspace => ({
	id: row.id,
	orgId: row.orgId,
	name: row.name,
	slug: row.slug,
	description: row.description,
	kind: row.kind,
	visibility: row.visibility,
	settings: { ...(row.settings as Workspace["settings"] | null) },
	externalRef: row.externalRef,
	memberCount: row.memberCount,
	archivedAt: row.archivedAtMs === null ? null : rfc3339(row.archivedAtMs),
	version: row.version,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

/** Returns a workspace as the result of a change. Members come and go without a new version of it. */
export const toVersioned = (row: WorkspaceRow): Versioned<Workspace> => ({
	data: toWorkspace(row),
	version: row.version,
	variant: variantOf(row),
});

/** Returns what the entity tag of a workspace depends on besides its version. */
export const variantOf = (row: WorkspaceRow, fields = ""): string => `${row.memberCount} ${fields}`;
