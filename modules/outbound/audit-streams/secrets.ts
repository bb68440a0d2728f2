import type { AuditStreamRow } from "#db/schema";

/** Returns the associated data that binds a sealed secret to its stream. */
export const aadOf = ({ orgId, id }: Pick<AuditStreamRow, "orgId" | "id">): string =>
	`audit_streams|secretSealed|${id}|${orgId}`;
