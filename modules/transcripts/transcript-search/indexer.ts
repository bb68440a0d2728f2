import { tryReclaim } from "#db/reclaim";
import type { TranscriptIndexRow, UnindexedRow } from "#db/schema";
import { conflictOf, type Db } from "#db/store";
import { type IndexedDocument, wordIndex } from "#db/word-index";
import { INSTALLATION } from "#kernel/fair-queue";
import { tryShareMeetingRow } from "#modules/meetings/meetings";
import type { Core } from "#platform/module";
import { putServiceState, readServiceState } from "#platform/service-state";
import { documentsOf, MAX_TRANSCRIPTS, type SpokenSegment, TICK_MS, tickOf } from "./documents.ts";
import { takeParts } from "./parts.ts";
import {
	addIndexRow,
	findIndexable,
	hasRemoved,
	readSpoken,
	takeIndexRow,
	takeRemoved,
} from "./repository/index-rows.ts";
import { hasWork, removePart } from "./repository/parts.ts";
import { addPart, removeDocuments } from "./repository/removal.ts";
import { noteRemoval, REMOVED, REWRITTEN } from "./rewrites.ts";

/** Most segments, and characters, that one tick of a transcript is indexed with; further ones are not found. */
const [MAX_IN_TICK, MAX_CHARS_IN_TICK] = [2_000, 200_000];
const [MIN_ROWS, FIRST_ROWS, MAX_ROWS] = [50, 300, 1_000];
/** Characters of a segment that is not long: longer ones count as several. */
const USUAL_CHARS = 200;
/** How often a transaction is tried that conflicts with those of other instances. */
const MAX_TRIES = 10;
/** Intended duration of a transaction, in ms. */
const PORTION_MS = 10;
/** Steps of a merge that follow a transaction, at most: as many as keep up with it. */
const MERGES = 10;
/** Transactions that follow before it looks for something to merge again, once there was nothing: looking is a commit. */
const UNMERGED = 8;
/** How long after a rewrite of the index the next one begins at the earliest, as a multiple of what it took. */
const REST = 20;
/** A rewrite of no more transactions than this may begin again at once. */
const SHORT_STEPS = 20;

/** A rewrite of the index. */
interface Rewrite {
	/** What was removed last when it began, as in the state {@link REMOVED}. */
	readonly removed: string;
	/** Whether the index is being written again; before, other merges end. */
	readonly isBegun: boolean;
	/** Transactions it took so far. */
	readonly steps: number;
	/** When it began, on the clock of `performance`. */
	readonly startedAtMs: number;
	/** The same in Unix ms. */
	readonly begunAtMs: number;
}

export type IndexerDeps = Pick<Core, "store" | "clock">;

export type Indexer = ReturnType<typeof createIndexer>;

/**
 * Creates the indexer of what was said: everything that changes have stored or removed, in transactions of about 10 ms.
 * What is done leaves the queue in the transaction that does it, so nothing is lost or repeated when the process dies.
 * Organizations are served round-robin (`kernel/fair-queue`), and so do removing and indexing.
 */
export function createIndexer({ store, clock }: IndexerDeps) {
	/** The rewrite that is being done; null: none. */
	let rewriting: Rewrite | null = null;
	let restUntilMs = 0;
	/** Whose words were indexed last, and whose were removed. */
	const last = { indexed: INSTALLATION, removed: INSTALLATION };
	/** Whether the next transaction removes, if there is something to be removed. */
	let isRemoving = true;
	/** How many of the next transactions leave nothing to merge. */
	let tidyFor = 0;
	/** Runs a transaction, again while another instance adds the same transcript, or one with the same number. */
	async function transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
		for (let tries = 1; ; tries++) {
			try {
				return await store.writing("transcript_search.index").tx(work);
			} catch (error) {
				if (conflictOf(error) !== "unique" || tries === MAX_TRIES) throw error;
			}
		}
	}

	/** Removes documents of one transcript that is gone; returns whether there was one. */
	async function removeSome(tx: Db, limit: number): Promise<boolean> {
		const row = await takeRemoved(store.acrossTenants.within(tx), last.removed);
		if (row === undefined) return false;
		last.removed = row.orgId;
		await removeDocuments(tx, row, limit);
		await noteRemoval(tx, clock.nowMs());
		return true;
	}

	/** Indexes up to about `limit` segments; returns their number, or that of parts without any. */
	async function indexSome(tx: Db, limit: number): Promise<number> {
		// By place: ranges may have ticks in common, and what was read last is the newest.
		const documents = new Map<string, IndexedDocument>();
		let count = 0;
		for (const parts of await takeParts(store.acrossTenants.within(tx), last.indexed)) {
			if (count >= limit) break;
			const target = await takeTarget(tx, parts.whole);
			if (target === "busy") continue; // Its parts stay in the queue.
			for (const part of parts.of) await removePart(tx, part);
			count += 1;
			last.indexed = parts.whole.orgId;
			if (target !== undefined) count += await indexPart(tx, parts.whole, target, limit - count, documents);
		}
		if (documents.size > 0) await wordIndex.put(tx, [...documents.values()]);
		return count;
	}

	/**
	 * Locks what a part is indexed under; undefined when it is gone. It waits for nobody, since it holds parts of the queue
	 * for which changes wait: "busy" while somebody else has it.
	 */
	async function takeTarget(tx: Db, { orgId, transcriptId }: UnindexedRow): Promise<Target | "busy" | undefined> {
		const key = { orgId, transcriptId };
		const transcript = await findIndexable(tx, key);
		if (transcript === undefined) return undefined;
		// A meeting is marked before it is erased: what is indexed now is erased with it.
		const meeting = await tryShareMeetingRow(tx, { orgId, id: transcript.meetingId });
		if (meeting === undefined || meeting === "busy") return meeting;
		const known = await takeIndexRow(tx, key);
		if (known === "busy") return known;
		const { id: meetingId, startedAtMs, startsAtMs } = meeting;
		const row =
			known ??
			(await addIndexRow(tx, store.acrossTenants.within(tx), {
				...key,
				meetingId,
				startedAtMs: startedAtMs ?? startsAtMs,
			}));
		return row.removed || row.number >= MAX_TRANSCRIPTS ? undefined : { row, workspaceId: meeting.workspaceId };
	}

	/** Reads the documents of a part that has left the queue, and puts back what is beyond the limit; returns the number of segments. */
	async function indexPart(
		tx: Db,
		part: UnindexedRow,
		{ row, workspaceId }: Target,
		limit: number,
		documents: Map<string, IndexedDocument>,
	): Promise<number> {
		const { orgId, transcriptId } = part;
		// Documents are made anew as a whole, so a range has all of its ticks.
		const tickAt = (ms: number) => tickOf(row.startedAtMs + ms);
		const startOf = (tick: number) => tick * TICK_MS - row.startedAtMs;
		const range = {
			orgId,
			transcriptId,
			fromMs: Math.min(part.fromMs, startOf(tickAt(part.fromMs))),
			toMs: Math.max(part.toMs, startOf(tickAt(part.toMs) + 1) - 1),
		};
		let spoken = await readSpoken(tx, { ...range, take: limit + 1 });
		const beyond = firstBeyond(spoken, limit, limit * USUAL_CHARS);
		if (beyond !== undefined) {
			let nextMs = startOf(tickAt(beyond.startMs));
			spoken = spoken.filter(({ startMs }) => startMs < nextMs);
			if (spoken.length === 0) {
				const toMs = startOf(tickAt(beyond.startMs) + 1) - 1;
				const ofTick = await readSpoken(tx, { ...range, toMs, take: MAX_IN_TICK });
				const end = firstBeyond(ofTick, MAX_IN_TICK, MAX_CHARS_IN_TICK);
				spoken = end === undefined ? ofTick : ofTick.slice(0, Math.max(1, ofTick.indexOf(end)));
				nextMs = toMs + 1;
			}
			if (nextMs <= range.toMs) await addPart(tx, { ...part, fromMs: nextMs });
		}
		for (const document of documentsOf(row, workspaceId, spoken))
			documents.set(`${document.tick}:${document.number}`, document);
		return spoken.length;
	}

	/** Merges what was written last, as soon as there is enough of it. */
	async function tidy(): Promise<void> {
		if (tidyFor > 0) {
			tidyFor--;
			return;
		}
		for (let step = 0; step < MERGES; step++) {
			if (await transact((tx) => wordIndex.compact(tx, "tidy"))) continue;
			tidyFor = UNMERGED;
			return;
		}
	}

	/** Rewrites the index where words were removed that must leave the file, unless that was just done. */
	async function rewrite(deadlineMs: number): Promise<void> {
		rewriting ??= await nextRewrite();
		while (rewriting !== null && performance.now() < deadlineMs) {
			const startMs = performance.now();
			if (await transact((tx) => wordIndex.compact(tx, "tidy"))) {
				rewriting = { ...rewriting, steps: rewriting.steps + 1 };
				await Bun.sleep(performance.now() - startMs);
			} else if (rewriting.isBegun) {
				rewriting = await endRewrite(rewriting);
				if (rewriting !== null) return;
			} else {
				// Not before all merges have ended: one that was begun before a removal would keep what it has written.
				await transact((tx) => wordIndex.compact(tx, "rewrite"));
				rewriting = { ...rewriting, isBegun: true };
			}
		}
	}

	async function nextRewrite(): Promise<Rewrite | null> {
		if (!wordIndex.keepsRemoved || performance.now() < restUntilMs) return null;
		const removed = await readServiceState(store.db, REMOVED);
		return typeof removed === "string"
			? { removed, isBegun: false, steps: 0, startedAtMs: performance.now(), begunAtMs: clock.nowMs() }
			: null;
	}

	/** Ends a rewrite, once the log of the database has nothing of what was removed before it either. */
	async function endRewrite(rewrite: Rewrite): Promise<Rewrite | null> {
		if (!(await tryReclaim(store))) return rewrite;
		const { removed, steps, startedAtMs, begunAtMs } = rewrite;
		await transact(async (tx) => {
			if ((await readServiceState(tx, REMOVED)) === removed) await putServiceState(tx, REMOVED, false, clock.nowMs());
			await putServiceState(tx, REWRITTEN, begunAtMs, clock.nowMs());
		});
		const nowMs = performance.now();
		if (steps > SHORT_STEPS) restUntilMs = nowMs + REST * (nowMs - startedAtMs);
		return null;
	}

	return {
		/**
		 * Returns whether transcripts of an organization are still to be removed from the index (`rows`), or words that were
		 * removed are still in the file (`file`); null: nothing is left.
		 * @param sinceMs when the last of them was removed, in Unix ms; null: unknown
		 */
		async remains(orgId: string, sinceMs: number | null): Promise<"rows" | "file" | null> {
			if (await hasRemoved(store.db, orgId)) return "rows";
			// The state may be of another engine, from which the database was copied.
			if (!wordIndex.keepsRemoved || typeof (await readServiceState(store.db, REMOVED)) !== "string") return null;
			// Others may remove all the time: what counts is a rewrite that began afterwards.
			const rewritten = await readServiceState(store.db, REWRITTEN);
			return sinceMs !== null && typeof rewritten === "number" && rewritten > sinceMs ? null : "file";
		},

		/**
		 * Indexes what is to be indexed, and removes what is to be removed.
		 * @param forMs ends after this time, in ms; the rest is done at the next call
		 */
		async indexDue(forMs = 900): Promise<void> {
			const deadlineMs = performance.now() + forMs;
			let limit = FIRST_ROWS;
			let hasMore = await hasWork(store.acrossTenants.db);
			while (hasMore) {
				let durationMs = 0;
				const size = limit;
				const done = await transact(async (tx) => {
					const startMs = performance.now();
					const isRemoved = isRemoving && (await removeSome(tx, size));
					const indexed = isRemoved ? 0 : await indexSome(tx, size);
					durationMs = performance.now() - startMs;
					return { isRemoved, indexed };
				});
				// Of two in turn, the other may have more.
				hasMore = done.isRemoved || done.indexed > 0 || !isRemoving;
				isRemoving = !done.isRemoved;
				// Merges would write again and again what the next removals make smaller; the rewrite comes after all of them.
				if (done.indexed > 0 || !hasMore) await tidy();
				limit = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(size * Math.min(2, PORTION_MS / durationMs))));
				if (performance.now() >= deadlineMs) return;
				await Bun.sleep(durationMs);
			}
			await rewrite(deadlineMs);
		},
	};
}

/** Returns the first segment that is beyond so many segments, or characters. */
function firstBeyond(
	spoken: readonly SpokenSegment[],
	segments: number,
	characters: number,
): SpokenSegment | undefined {
	let length = 0;
	return spoken.find(({ text }, index) => {
		length += text.length;
		return index >= segments || length > characters;
	});
}

/** What documents of a transcript are put under. */
interface Target {
	readonly row: TranscriptIndexRow;
	readonly workspaceId: string;
}
