import type { TranslationRow } from "#db/schema";
import type { Db } from "#db/store";
import { parseLanguage } from "#kernel/locale";
import { isSameLanguage, TranslationError, type Translators } from "#modules/engines/translators";
import { isWithin } from "#modules/tenancy/entitlements";
import { isSwitchedOn } from "#modules/tenancy/features";
import { closedIn, findOrganization } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { StoredFinal, TranslationLog, WireEvent } from "#modules/transcripts/captions";
import { listTexts } from "#modules/transcripts/translation-records";
import type { Core } from "#platform/module";
import { storeTranslated } from "./kind.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { LiveQueue } from "./live-queue.ts";
import { readTranslationsOf, type TranslatableSegment } from "./repository.ts";
import { translateSegments } from "./segments.ts";

/** Most queues at once: one of each session and language. What is beyond is translated when the meeting has ended. */
const MAX_QUEUES = 1_000;

export interface LiveTranslationDeps extends Pick<Core, "store" | "clock" | "unitOfWork" | "log"> {
	readonly translators: Translators;
	readonly lifecycle: Lifecycle;
	readonly captions: TranslationLog;
}

/** Who translates. */
const LIVE = "job:live-translation";

/** What becomes of a batch: translated, or nothing more of this language while the session runs. */
type Outcome = "done" | "hopeless";

/**
 * Creates the translation of live captions: finals are translated a moment after they were stored, in batches when more
 * arrive than the engine translates. What it does not come to is translated by a job when the meeting has ended.
 */
export function createLiveTranslation(deps: LiveTranslationDeps): (final: StoredFinal) => void {
	const { log } = deps;
	const queues = new Map<string, LiveQueue<StoredFinal>>();

	function queueFor(key: string, language: string): LiveQueue<StoredFinal> | undefined {
		const known = queues.get(key);
		if (known || queues.size >= MAX_QUEUES) return known;
		const queue = new LiveQueue<StoredFinal>({
			work: (finals, signal) => translateFinals(deps, finals, language, signal),
			isRetryable: (error) => !(error instanceof TranslationError) || error.isRetryable,
			onFailure: (error) => log.warn("live captions could not be translated", { language, error }),
			onIdle: () => queues.delete(key),
		});
		queues.set(key, queue);
		return queue;
	}

	return (final) => {
		for (const wanted of final.translateTo) {
			const language = canonical(wanted);
			if (language === null || isSameLanguage(final.language, language)) continue;
			queueFor(`${final.session.id} ${language}`, language)?.add(final.segment.id, final);
		}
	};
}

/** Returns the canonical spelling of a language; null for anything else: readers may ask for anything. */
function canonical(language: string): string | null {
	try {
		return parseLanguage(language, "");
	} catch {
		return null;
	}
}

/** Translates finals of a session, stores the texts with their events, and announces them. */
async function translateFinals(
	deps: LiveTranslationDeps,
	finals: readonly StoredFinal[],
	language: string,
	signal: AbortSignal,
): Promise<Outcome> {
	const [first] = finals;
	if (first === undefined) return "done";
	const { session } = first;
	const { orgId, transcriptId } = session;
	const organization = await findOrganization(deps.store.db, orgId);
	// What was begun goes on to the end of the meeting, whatever plan follows; the rest waits for a job.
	const isBegun = await readTranslationsOf(deps.store.db, orgId).ofLanguage(transcriptId, language);
	const use = isBegun ? "begun" : "next";
	if (closedIn(organization.state) || !isSwitchedOn(organization, "realTimeTranslation", use)) return "hopeless";
	const engine = await deps.translators.choose(orgId, language);
	if ("unavailable" in engine) return "hopeless";
	const now = { tx: deps.store.db, nowMs: deps.clock.nowMs() };
	if (!isBegun && !(await isWithin(now, organization, "translation_minutes", "any"))) return "hopeless";
	const transcript = await readTranslationsOf(deps.store.db, orgId).transcript(transcriptId);
	if (!transcript?.live) return "hopeless";
	const segments = finals.map(toSegment);
	const made = await translateSegments(engine, segments, {
		transcript: { language: transcript.language, meetingLanguage: transcript.language },
		to: language,
		signal,
	});
	const translation = await findOrBegin(deps, session, language);
	if (translation === undefined) return "hopeless";
	const events = await deps.store.writing("translation.live").tx(async (tx) => {
		const known = await revisionsOf(tx, translation, segments);
		const fresh = segments.flatMap((segment, at) => {
			const translated = known.get(segment.id) ?? null;
			return translated !== null && translated >= segment.revision
				? []
				: [{ segment: { ...segment, translated }, text: made.texts[at] ?? "" }];
		});
		const editing = { tx, nowMs: deps.clock.nowMs(), principal: { id: LIVE } };
		await storeTranslated(editing, session, translation, {
			segments: fresh.map(({ segment }) => segment),
			texts: fresh.map(({ text }) => text),
			quality: engine.info.quality,
			name: made.engine,
		});
		const appended: (WireEvent | null)[] = [];
		for (const { segment, text } of fresh)
			appended.push(await deps.captions.appendTranslation(tx, session, { segmentId: segment.id, language, text }));
		return appended;
	});
	for (const event of events) if (event !== null) deps.captions.announce(session, event);
	return "done";
}

const toSegment = ({ segment, language }: StoredFinal): TranslatableSegment => ({
	...segment,
	seq: 0,
	language,
	translated: null,
});

/** Returns the translation of a live transcript, begun with its first text; undefined when the transcript is gone. */
async function findOrBegin(
	{ store, unitOfWork, lifecycle }: LiveTranslationDeps,
	{ orgId, transcriptId }: StoredFinal["session"],
	language: string,
): Promise<TranslationRow | undefined> {
	const known = await readTranslationsOf(store.db, orgId).ofLanguage(transcriptId, language);
	if (known) return known;
	return unitOfWork.run(systemContext(LIVE), async (change) => {
		const transcript = await readTranslationsOf(change.tx, orgId).transcript(transcriptId);
		return transcript?.live ? lifecycle.begin(change, transcript, language) : undefined;
	});
}

async function revisionsOf(
	tx: Db,
	{ orgId, id }: TranslationRow,
	segments: readonly TranslatableSegment[],
): Promise<ReadonlyMap<string, number>> {
	const texts = await listTexts(
		tx,
		orgId,
		[id],
		segments.map((segment) => segment.id),
	);
	return new Map(texts.map(({ segmentId, revision }) => [segmentId, revision]));
}
