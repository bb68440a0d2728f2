import { inPortions } from "#db/portions";
import type { Db, Store } from "#db/store";
import { showPurged } from "#modules/meetings/meetings";
import type { ArtifactPurge } from "#platform/artifacts";
import type { Job, JobContext } from "#platform/jobs";
import type { ErasePayload } from "./queues.ts";
import { findAny, removeTexts, removeTranslation } from "./repository.ts";

/** Deletes up to `limit` rows of all translations of a transcript, removed or not, and returns their number. */
export async function eraseOfTranscript(
	tx: Db,
	{ orgId, id: transcriptId }: { readonly orgId: string; readonly id: string },
	limit: number,
): Promise<number> {
	let erased = 0;
	while (erased < limit) {
		const translationId = await findAny(tx, { orgId, transcriptId });
		if (translationId === undefined) return erased;
		erased += await removeTexts(tx, { orgId, translationId }, limit - erased);
		if (erased < limit) erased += await removeTranslation(tx, { orgId, translationId });
	}
	return erased;
}

/** Deletes translations whose retention period is over. */
export const translationPurge: ArtifactPurge = {
	async purge(change, { orgId, ownerId: translationId, meetingId }, limit) {
		const erased = await removeTexts(change.tx, { orgId, translationId }, limit);
		if (erased >= limit) return erased;
		await showPurged(change, orgId, meetingId, ({ translations }) =>
			translations === undefined
				? {}
				: { translations: translations.filter((shown) => shown.translationId !== translationId) },
		);
		return erased + (await removeTranslation(change.tx, { orgId, translationId }));
	},
};

/** Creates the handler of the jobs that delete what is left of a removed translation. */
export function createTranslationErasure(store: Store) {
	return async ({ payload }: Job, { signal }: JobContext): Promise<void> => {
		const writing = store.writing("translation.erase");
		const key = payload as ErasePayload;
		await inPortions<Db>(writing.tx, (tx, limit) => removeTexts(tx, key, limit), { signal });
		await writing.tx(async (tx) => void (await removeTranslation(tx, key)));
	};
}
