import { eq } from "drizzle-orm";
import { transcriptIndexes, unindexedSegments } from "#db/schema";
import type { Caller } from "./client.ts";
import type { Harness, TestResponse } from "./harness.ts";
import { isInProcess } from "./target.ts";
import { until } from "./until.ts";

/** Requests that search what was said, for tests. */
export function searchesOf(api: Harness) {
	const search = (by: Caller, q: string, more = ""): Promise<TestResponse> =>
		by.get(`/transcripts/search?q=${encodeURIComponent(q)}${more}`);

	/** Returns the hits of a search that must succeed. */
	async function found(by: Caller, q: string, more = "") {
		const response = await search(by, q, more);
		if (response.status !== 200) throw new Error(`searching failed: ${response.text}`);
		return response.body.data;
	}

	/** Whether the index lacks something, or has something that was removed. */
	async function isBehind(): Promise<boolean> {
		const { db } = api.store.acrossTenants;
		const removed = db.select().from(transcriptIndexes).where(eq(transcriptIndexes.removed, true)).limit(1);
		return (await Promise.all([db.select().from(unindexedSegments).limit(1), removed])).flat().length > 0;
	}

	return {
		search,
		found,
		/** Returns the texts of the hits. */
		texts: async (by: Caller, q: string, more = ""): Promise<string[]> =>
			(await found(by, q, more)).map(({ text }: { text: string }) => text),
		/** Resolves when everything that was said is indexed; the binary does that by itself, seconds later. */
		settle: (): Promise<void> =>
			isInProcess ? api.parley.services.transcriptIndexer.indexDue(60_000) : until(async () => !(await isBehind())),
	};
}
