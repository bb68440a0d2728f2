import { and, eq } from "drizzle-orm";
import { apiKeys } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { ReadDb } from "#db/store";

const keyName = readRow((db, { orgId, id }: Bound<{ readonly orgId: string; readonly id: string }>) =>
	db
		.select({ name: apiKeys.name })
		.from(apiKeys)
		.where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)))
		.limit(1),
);

/** Returns the name of an API key; undefined when there is none. */
export const findKeyName = async (db: ReadDb, orgId: string, id: string): Promise<string | undefined> =>
	(await keyName(db, { orgId, id }))?.name;
