import type { Db } from "#db/store";
import { wordIndex } from "#db/word-index";
import { putServiceState } from "#platform/service-state";

/** Key of the state that says which words are to leave the file. */
export const REMOVED = "transcript-search.removed";
/** Key of the state that says when the last rewrite began that has ended, in Unix ms. */
export const REWRITTEN = "transcript-search.rewritten";

/** Notes that words were removed from the index: the file is rewritten without them, if they stay in it until then. */
export async function noteRemoval(tx: Db, nowMs: number): Promise<void> {
	if (wordIndex.keepsRemoved) await putServiceState(tx, REMOVED, crypto.randomUUID(), nowMs);
}
