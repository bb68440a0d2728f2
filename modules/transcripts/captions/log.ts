import { readRedaction } from "#modules/governance/redaction";
import type { Segment } from "#modules/transcripts/transcripts";
import type { Core } from "#platform/module";
import { feedText, loggedFinal, translationEvent } from "./frames.ts";
import { feedTopic, type SessionKey, type TranslationLog, type WireEvent } from "./ports.ts";
import { appendEvent, readLog } from "./repository/log.ts";
import { sessionsOf } from "./repository/sessions.ts";
import type { CaptionStorage, Entry, Outcome } from "./storage.ts";

/** Maximum number of entries stored in one transaction: about 2 ms. */
const MAX_BATCH = 32;

export interface LogDeps extends Pick<Core, "store" | "bus"> {
	readonly storeIn: CaptionStorage;
	/** Makes the transcript of a session that has none, for its first final. */
	readonly beginTranscript: (session: SessionKey, first: Extract<Entry, { kind: "final" }>) => Promise<void>;
	/** Called after a final is durable and announced. */
	readonly onStored: (session: LogSession, segment: Segment) => void;
}

/** A session as its writer knows it. */
export interface LogSession extends SessionKey {
	readonly meetingId: string;
	/** BCP 47; languages that the meeting asks for. */
	readonly translateTo: readonly string[];
}

interface PendingEntry {
	readonly entry: Entry;
	readonly resolve: (outcome: Outcome) => void;
	readonly reject: (reason: unknown) => void;
}

export type Log = ReturnType<typeof createLog>;

/**
 * Creates the log of sessions: what is stored is durable before it is announced, and numbered without gaps. What comes
 * while a transaction of its session is under way shares the next one.
 */
export function createLog({ store, bus, storeIn, beginTranscript, onStored }: LogDeps) {
	const queues = new Map<string, PendingEntry[]>();

	function announce({ id }: SessionKey, event: WireEvent): void {
		bus.publish(feedTopic(id), feedText({ t: "event", ...event }));
	}

	/** Announces what has been stored. */
	function announceOutcome(session: LogSession, outcome: Outcome): void {
		if (outcome.state !== "stored") return;
		announce(session, outcome.event);
		onStored(session, outcome.segment);
	}

	async function storeBatch(session: LogSession, batch: readonly PendingEntry[]): Promise<void> {
		const entries = batch.map(({ entry }) => entry);
		const { tx } = store.writing("captions.store");
		const attempt = () => tx((within) => storeIn(within, session, entries));
		let outcomes = await attempt();
		if (outcomes === null) {
			const first = entries.find((entry) => entry.kind === "final");
			if (first !== undefined) await beginTranscript(session, first);
			outcomes = await attempt();
		}
		if (outcomes === null) throw new Error("the session has no transcript");
		const stored = outcomes.filter((outcome) => outcome.state === "stored");
		for (const outcome of stored.toSorted((a, b) => a.event.seq - b.event.seq)) announceOutcome(session, outcome);
		for (const [at, outcome] of outcomes.entries()) batch[at]?.resolve(outcome);
	}

	async function drain(session: LogSession, queue: PendingEntry[]): Promise<void> {
		while (queue.length > 0) {
			const batch = queue.splice(0, MAX_BATCH);
			await storeBatch(session, batch).catch((error: unknown) => {
				for (const { reject } of batch) reject(error);
			});
		}
		queues.delete(session.id);
	}

	return {
		announce,
		announceOutcome,

		/** Stores an entry behind those that came before it, and resolves once it is durable and announced. */
		append(session: LogSession, entry: Entry): Promise<Outcome> {
			const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
			const waiting = { entry, resolve, reject };
			const queue = queues.get(session.id);
			if (queue) queue.push(waiting);
			else {
				const begun = [waiting];
				queues.set(session.id, begun);
				void drain(session, begun);
			}
			return promise;
		},

		/** See `TranslationLog`. */
		appendTranslation: (async (tx, { orgId, id }, translation) => {
			const row = await sessionsOf(tx, orgId).lock(id);
			if (row === undefined || row.state === "closed") return null;
			const seq = row.lastSeq + 1;
			const { segmentId, language } = translation;
			const [redaction] = await Promise.all([
				readRedaction(tx, orgId),
				appendEvent(tx, { orgId, sessionId: id, seq, kind: "translation", segmentId, language }),
				sessionsOf(tx, orgId).update(id, { lastSeq: seq }),
			]);
			return translationEvent(seq, translation, redaction);
		}) satisfies TranslationLog["appendTranslation"],

		/** See `Captions.eventsAfter`. What has gone meanwhile, such as a translation that was removed, is left out. */
		async eventsAfter(session: SessionKey, seq: number, limit: number): Promise<readonly WireEvent[]> {
			const row = await sessionsOf(store.db, session.orgId).find(session.id);
			if (row === undefined || row.transcriptId === null) return [];
			const redaction = await readRedaction(store.db, session.orgId);
			const log = readLog(store.db, row, row.transcriptId);
			for (let after = seq; after < row.lastSeq; after += limit) {
				const logged = await log.listEvents(after, limit);
				const said = logged.flatMap((event) => (event.kind === "final" ? (loggedFinal(event, redaction) ?? []) : []));
				const isTranslated = logged.some(({ kind }) => kind === "translation");
				const translations = isTranslated ? await log.listTranslations(after, limit) : [];
				const events = [...said, ...translations.map((event) => translationEvent(event.seq, event, redaction))];
				if (events.length > 0) return events.sort((a, b) => a.seq - b.seq);
			}
			return [];
		},
	};
}
