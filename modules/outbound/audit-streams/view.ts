import type { AuditStreamRow, FollowerRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { AuditStream, AuditStreamSummary } from "./schemas.ts";
import type { StreamState } from "./values.ts";

const HTTPS_PORT = "443";

const toInstant = (ms: number | null | undefined): string | null => (ms == null ? null : rfc3339(ms));

function stateOf({ disabledAtMs }: AuditStreamRow, follower: FollowerRow | undefined): StreamState {
	if (disabledAtMs !== null) return "disabled";
	return follower?.isParked ? "failing" : "enabled";
}

/** Converts a stream, and the follower that says how it fares, to its representation. */
export const toAuditStream = (row: AuditStreamRow, follower: FollowerRow | undefined): AuditStream => ({
	id: row.id,
	name: row.name,
	type: row.type,
	url: row.url,
	host: row.host,
	port: row.port,
	caCertificates: row.caCertificates,
	categories: row.categories && ([...row.categories] as NonNullable<AuditStream["categories"]>),
	state: stateOf(row, follower),
	disabledReason: row.disabledReason,
	sentSequence: follower?.position ?? 0,
	deliveredAt: toInstant(row.deliveredAtMs),
	failingSince: toInstant(follower?.failingSinceMs),
	failure: row.failure,
	createdBy: row.createdBy,
	makerState: row.makerState,
	createdAt: rfc3339(row.createdAtMs),
	updatedAt: rfc3339(row.updatedAtMs),
});

function targetOf({ url, host, port }: AuditStreamRow): string {
	if (url === null) return `${host}:${port}`;
	const { hostname, port: own } = new URL(url);
	return `${hostname}:${own || HTTPS_PORT}`;
}

/** Converts a stream to what events and audit entries say of it. */
export const toSummary = (row: AuditStreamRow): AuditStreamSummary => ({
	id: row.id,
	name: row.name,
	type: row.type,
	target: targetOf(row),
	categories: row.categories && ([...row.categories] as NonNullable<AuditStreamSummary["categories"]>),
	enabled: row.disabledAtMs === null,
	disabledReason: row.disabledReason,
	createdBy: row.createdBy,
	makerState: row.makerState,
});
