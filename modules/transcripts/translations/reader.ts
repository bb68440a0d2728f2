import type { Store } from "#db/store";
import type { TranslationReader } from "#modules/transcripts/transcripts";
import { listTexts, readTranslationsOf } from "./repository.ts";
import { isComplete, isStale } from "./view.ts";

/** Creates the reader of translated texts, with which transcripts are shown and exported in other languages. */
export const createTranslationReader = ({ store }: { readonly store: Store }): TranslationReader => ({
	async list(transcript, horizonMs) {
		const rows = await readTranslationsOf(store.db, transcript.orgId).allOf(transcript.id, horizonMs);
		return rows.map((row) => ({
			orgId: row.orgId,
			id: row.id,
			language: row.language,
			isComplete: isComplete(row, transcript),
			isStale: isStale(row, transcript),
			state: row.state,
			engine: row.engine,
			quality: row.quality,
			version: row.version,
		}));
	},

	texts: (orgId, translations, segmentIds) =>
		listTexts(
			store.db,
			orgId,
			translations.map(({ id }) => id),
			segmentIds,
		),
});
