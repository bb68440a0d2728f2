import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type TranslatedSegmentRow, type TranslationRow, translatedSegments, translations } from "#db/schema";
import { type Bound, type Each, each, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import { type Horizon, isShown } from "#platform/artifacts";

type ShownOf = { readonly orgId: string; readonly transcriptId: string; readonly horizonMs: Horizon };
const allOfTranscript = readRows((db, { orgId, transcriptId, horizonMs }: Bound<ShownOf>) =>
	db
		.select()
		.from(translations)
		.where(
			and(
				eq(translations.orgId, orgId),
				eq(translations.transcriptId, transcriptId),
				sql`${translations.deletedAtMs} is null`,
				isShown("translation", translations, horizonMs),
			),
		)
		.orderBy(asc(translations.language)),
);

/** Returns the translations of a transcript within a horizon, by their languages; those that were removed are not among them. */
export const findTranslations = (
	db: ReadDb,
	{ orgId, id }: { readonly orgId: string; readonly id: string },
	horizonMs: Horizon,
): Promise<TranslationRow[]> => allOfTranscript(db, { orgId, transcriptId: id, horizonMs });

type Wanted = { readonly orgId: string; readonly ids: Each<string>; readonly segmentIds: Each<string> };
const texts = readRows((db, { orgId, ids, segmentIds }: Bound<Wanted>) =>
	db
		.select()
		.from(translatedSegments)
		.where(
			and(
				eq(translatedSegments.orgId, orgId),
				inArray(translatedSegments.translationId, ids),
				inArray(translatedSegments.segmentId, segmentIds),
			),
		),
);

/** Returns the translated texts of segments, in no order. */
export const listTexts = async (
	db: ReadDb,
	orgId: string,
	translationIds: readonly string[],
	segmentIds: readonly string[],
): Promise<TranslatedSegmentRow[]> =>
	translationIds.length === 0 || segmentIds.length === 0
		? []
		: texts(db, { orgId, ids: each(translationIds), segmentIds: each(segmentIds) });
