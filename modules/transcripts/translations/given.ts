import type { EngineName } from "#db/schema";
import type { Store } from "#db/store";
import type { RequestContext } from "#kernel/request-context";
import type { TranslationQuality } from "#modules/engines/translators";
import { lockReadable } from "#modules/transcripts/transcripts";
import type { RetentionReader } from "#platform/artifacts";
import type { UnitOfWork } from "#platform/unit-of-work";
import { storeTranslated } from "./kind.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { listTranslatable } from "./repository.ts";

/** A translation of a whole transcript that no engine of this installation makes. */
export interface GivenTranslation {
	readonly orgId: string;
	readonly transcriptId: string;
	/** BCP 47. */
	readonly language: string;
	/** Of its segments, in the order in which they are spoken. */
	readonly texts: readonly string[];
	/** Where it comes from. */
	readonly source: EngineName;
	readonly quality: TranslationQuality;
}

/** Stores a translation that was made elsewhere. @throws `not_found` `forbidden` `state_conflict` */
export type StoreTranslation = (context: RequestContext, given: GivenTranslation) => Promise<void>;

/** Creates the function that stores a translation which was made elsewhere. */
export function createStoreTranslation(
	deps: { readonly store: Store; readonly retention: RetentionReader; readonly unitOfWork: UnitOfWork },
	lifecycle: Lifecycle,
): StoreTranslation {
	return (context, { orgId, transcriptId, language, texts, source, quality }) =>
		deps.unitOfWork.run(context, async (change) => {
			const { transcript } = await lockReadable(change, deps.retention, orgId, transcriptId);
			const begun = await lifecycle.begin(change, transcript, language);
			const segments = await listTranslatable(change.tx, begun, { after: null, take: texts.length });
			const stored = await storeTranslated(change, transcript, begun, { segments, texts, quality, name: source });
			await lifecycle.publish(change, stored, transcript, transcript.revision);
		});
}
