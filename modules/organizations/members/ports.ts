import type { Db } from "#db/store";

/** Ends, before a membership does, what depends on it; modules/organizations/workspace-members implements it. */
export type LeaveParts = (tx: Db, orgId: string, userId: string) => Promise<void>;
