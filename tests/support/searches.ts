import type { Harness, TestResponse } from "./harness.ts";
import { isInProcess } from "./target.ts";

/** How long the binary may take to index what was said, in ms. */
const BINARY_INDEXES_WITHIN_MS = 2_500;

/** Requests that search what was said, for tests. */
export function searchesOf(api: Harness) {
	const search = (by: { token: string }, q: string, more = ""): Promise<TestResponse> =>
		api.request("GET", `/transcripts/search?q=${encodeURIComponent(q)}${more}`, { token: by.token });

	/** Returns the hits of a search that must succeed. */
	async function found(by: { token: string }, q: string, more = "") {
		const response = await search(by, q, more);
		if (response.status !== 200) throw new Error(`searching failed: ${response.text}`);
		return response.body.data;
	}

	return {
		search,
		found,
		/** Returns the texts of the hits. */
		texts: async (by: { token: string }, q: string, more = ""): Promise<string[]> =>
			(await found(by, q, more)).map(({ text }: { text: string }) => text),
		/** Resolves when everything that was said is indexed. */
		settle: (): Promise<void> =>
			isInProcess ? api.parley.services.transcriptIndexer.indexDue(60_000) : Bun.sleep(BINARY_INDEXES_WITHIN_MS),
	};
}
