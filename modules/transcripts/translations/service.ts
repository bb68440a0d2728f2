import type { TranslationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { pageRequest } from "#kernel/list";
import { parseLanguage } from "#kernel/locale";
import type { RequestContext } from "#kernel/request-context";
import {
	isSameLanguage,
	TranslationError,
	type Translator,
	type Translators,
	targetsOf,
} from "#modules/engines/translators";
import { assertConsented } from "#modules/meetings/consents";
import { assertKept } from "#modules/meetings/meetings";
import { assertWithin } from "#modules/tenancy/entitlements";
import { findOrganization } from "#modules/tenancy/organization-records";
import {
	type FoundTranscript,
	findReadable,
	findTranscript,
	lockReadable,
	transcriptOrg,
} from "#modules/transcripts/transcripts";
import { isStale } from "#modules/transcripts/translation-records";
import { isOwnerShown } from "#platform/artifacts";
import { assertMeetingNotHeld } from "#platform/holds";
import type { Core } from "#platform/module";
import { noEngine, sameLanguage, translationNotFound, unknownLanguage } from "./errors.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { byLanguage, readTranslationsOf } from "./repository.ts";
import {
	type ListTranslationsQuery,
	type RequestedTranslation,
	type TranslateTranscriptRequest,
	translationFields,
} from "./schemas.ts";
import { mainLanguage } from "./segments.ts";
import { toTranslation } from "./view.ts";

export interface TranslationsServiceDeps {
	readonly translators: Translators;
	readonly lifecycle: Lifecycle;
}

/** A translation as it was asked for. */
export interface Requested {
	readonly data: RequestedTranslation;
	/** Whether it is there already, and current. */
	readonly isCurrent: boolean;
}

export type TranslationsService = ReturnType<typeof createTranslationsService>;

/** Creates the service by which those who run a meeting have its transcripts translated, and its people read about it. */
export function createTranslationsService(core: Core, { translators, lifecycle }: TranslationsServiceDeps) {
	const { store, retention, unitOfWork, cursors } = core;
	/** Returns a translation of a transcript, if it is shown. @throws `not_found` */
	async function find(db: ReadDb, { transcript, horizonMs }: FoundTranscript, id: string): Promise<TranslationRow> {
		const { orgId } = transcript;
		const row = await readTranslationsOf(db, orgId).find(id);
		if (row?.transcriptId !== transcript.id) throw translationNotFound();
		const owner = { orgId, ownerType: "translation", ownerId: id } as const;
		if (!(await isOwnerShown(db, owner, horizonMs))) throw translationNotFound();
		return row;
	}

	return {
		/**
		 * Queues the translation of a transcript, of which only what is new or edited is translated; one that is queued or
		 * current already is returned as it is.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict` `consent_required` `provider_not_configured` `quota_exceeded`
		 */
		async request(context: RequestContext, id: string, wanted: TranslateTranscriptRequest): Promise<Requested> {
			const language = parseLanguage(wanted.targetLanguage, "/targetLanguage");
			const { transcript: seen, meeting } = await findReadable(core, context.principal, id);
			const { orgId } = seen;
			const chosen = await translators.choose(orgId, language);
			if (!("unavailable" in chosen))
				await assertTranslatable(chosen, { language: seen.language, meetingLanguage: meeting.language }, language);
			return unitOfWork.run(
				context,
				async (change) => {
					const { transcript } = await lockReadable(change, retention, orgId, id);
					await assertKept(change, retention, { orgId, meeting }, "transcripts");
					await assertConsented(change.tx, meeting, "transcription");
					const known = await readTranslationsOf(change.tx, orgId).ofLanguage(id, language);
					if (known?.state === "ready" && !isStale(known, transcript))
						return { data: { translationId: known.id, jobId: known.jobId }, isCurrent: true };
					if ("unavailable" in chosen) throw noEngine(chosen.unavailable);
					await assertWithin(change, await findOrganization(change.tx, orgId), "translation_minutes", "any");
					const [row] = await lifecycle.queue(change, transcript, [language]);
					return { data: { translationId: row?.id ?? "", jobId: row?.jobId ?? null }, isCurrent: false };
				},
				{ storeOutcome: "plain" },
			);
		},

		/**
		 * Returns a page of the translations of a transcript, by their languages.
		 * @throws `not_found` `forbidden` `purged` `invalid_request` `invalid_fields` `invalid_cursor`
		 */
		async list({ principal }: RequestContext, transcriptId: string, query: ListTranslationsQuery) {
			const { transcript, horizonMs } = await findTranscript(core, principal, transcriptId);
			const { orgId } = transcript;
			const request = pageRequest(cursors, query, translationFields, { list: "translations", orgId, transcriptId });
			const rows = await readTranslationsOf(store.db, orgId).listOfTranscript(transcriptId, horizonMs, request);
			return request.page(rows, byLanguage, (row) => toTranslation(row, transcript, row.progress));
		},

		/** Returns a translation without its texts. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, transcriptId: string, id: string, fields: string | undefined) {
			const select = translationFields.parse(fields);
			const found = await findTranscript(core, principal, transcriptId);
			const { transcript } = found;
			const row = await find(store.db, found, id);
			const progress = await readTranslationsOf(store.db, row.orgId).progressOf(row.jobId);
			// What its job and the transcript say of it is no version of its own.
			const variant = `${progress} ${transcript.revision} ${fields ?? ""}`;
			return {
				data: select(toTranslation(row, transcript, progress)),
				version: row.version,
				variant,
			} satisfies Versioned<unknown>;
		},

		/**
		 * Removes a translation; one that is being made is cancelled.
		 * @throws `not_found` `forbidden` `purged` `state_conflict` `legal_hold_active` `precondition_failed`
		 */
		async remove(context: RequestContext, transcriptId: string, id: string): Promise<void> {
			const orgId = await transcriptOrg(store, context.principal, transcriptId);
			await unitOfWork.run(context, async (change) => {
				const found = await lockReadable(change, retention, orgId, transcriptId);
				const { transcript } = found;
				const row = await find(change.tx, found, id);
				await assertMeetingNotHeld(change, orgId, transcript.meetingId);
				assertIfMatch(context.ifMatch, row.version);
				await lifecycle.remove(change, [row], transcript);
			});
		},
	};
}

/** Asserts that an engine translates what is spoken to a language. @throws `validation_failed` */
async function assertTranslatable(
	translator: Translator,
	spoken: { readonly language: string; readonly meetingLanguage: string },
	to: string,
): Promise<void> {
	const from = mainLanguage(translator, spoken);
	if (from === null) return;
	if (isSameLanguage(from, to)) throw sameLanguage(from);
	const targets = await knownTargets(translator, from);
	if (targets !== null && !targets.some((known) => isSameLanguage(known, to))) throw unknownLanguage(from, targets);
}

/** Returns what an engine translates a language to; null where it does not tell, or does not answer now: its job waits. */
async function knownTargets(translator: Translator, from: string): Promise<readonly string[] | null> {
	try {
		const pairs = await translator.pairs(new AbortController().signal);
		return pairs === "any" ? null : targetsOf(pairs, from);
	} catch (error) {
		if (error instanceof TranslationError) return null;
		throw error;
	}
}
