import type { AttendanceStretchRow, MeetingKind } from "#db/schema";
import { AppError } from "#kernel/errors";
import { newId } from "#kernel/ids";
import { isNeverStored } from "#platform/artifacts";
import type { Core } from "#platform/module";
import { GAP_MS } from "./measure.ts";
import { instances, stretchesIn } from "./repository/stretches.ts";

/** How often an instance notes that it is alive, in ms: so much of a stay is lost when it is killed. */
const BEAT_MS = 10_000;
/** Silence after which another instance counts as killed, in ms. */
const SILENT_MS = 30_000;

/** A participant in the room of a meeting. */
export interface Visitor {
	readonly orgId: string;
	readonly meetingId: string;
	readonly kind: MeetingKind;
	readonly participantId: string;
}

/** A stretch as this instance knows it. */
interface Known extends Omit<AttendanceStretchRow, "instanceId"> {
	readonly kind: MeetingKind;
	leftAtMs: number | null;
	connections: number;
	isStored: boolean;
}

/** Another instance, and since when it has not been heard of, by the steady clock. */
interface Heard {
	readonly seenAtMs: number;
	readonly sinceMs: number;
}

export type RoomLogDeps = Pick<Core, "store" | "clock" | "steadyMs" | "retention">;

export type RoomLog = ReturnType<typeof createRoomLog>;

/**
 * Creates the log of who is in rooms by connections to this instance. However many connections a participant has, and however
 * often they come back within a minute, it writes a row when they come, and once more when they go; a beat of the instance
 * says up to when all of its rows are true. What an instance was in the middle of when it was killed, another closes then.
 */
export function createRoomLog({ store, clock, steadyMs, retention }: RoomLogDeps) {
	const instanceId = newId("ati");
	const known = new Map<string, Known>();
	/** What differs from what is stored. */
	const changed = new Set<Known>();
	const heard = new Map<string, Heard>();
	let beatAtMs: number | null = null;
	let lookedAtMs = Number.NEGATIVE_INFINITY;
	let writing: Promise<void> = Promise.resolve();

	const keyOf = ({ meetingId, participantId }: Pick<Visitor, "meetingId" | "participantId">) =>
		`${meetingId} ${participantId}`;

	function begin({ orgId, meetingId, kind, participantId }: Visitor, connections: number): void {
		const joinedAtMs = clock.nowMs();
		const stretch = { orgId, meetingId, kind, participantId, joinedAtMs, leftAtMs: null, connections, isStored: false };
		known.set(keyOf(stretch), stretch);
		changed.add(stretch);
	}

	/** Begins the stretches anew that are not over: others took this instance for killed, and have closed them. */
	function beginAgain(): void {
		for (const [key, stretch] of [...known]) {
			if (!stretch.isStored) continue;
			known.delete(key);
			if (stretch.leftAtMs !== null) continue;
			changed.delete(stretch);
			begin(stretch, stretch.connections);
		}
	}

	/** Forgets stretches that none continues. */
	function forgetOld(nowMs: number): void {
		for (const [key, { leftAtMs }] of known) if (leftAtMs !== null && nowMs - leftAtMs > GAP_MS) known.delete(key);
	}

	/** Whether what is made of a meeting is kept. */
	async function isKept(orgId: string, kind: MeetingKind): Promise<boolean> {
		try {
			return !isNeverStored(kind, "transcripts", await retention.cutoffs(store.db, orgId));
		} catch (error) {
			if (error instanceof AppError) return false;
			throw error;
		}
	}

	async function keptOf(stretches: readonly Known[]): Promise<Known[]> {
		const kept = new Map<string, Promise<boolean>>();
		const chosen: Known[] = [];
		for (const stretch of stretches) {
			const key = `${stretch.orgId} ${stretch.kind}`;
			const answer = kept.get(key) ?? isKept(stretch.orgId, stretch.kind);
			kept.set(key, answer);
			if (await answer) chosen.push(stretch);
		}
		return chosen;
	}

	/** Notes that this instance is alive, and what has changed until now. */
	async function write(): Promise<void> {
		const { db, tx: transact } = store.writing("attendance.note");
		const nowMs = clock.nowMs();
		const wasKnown = await instances.beat(db, { id: instanceId, seenAtMs: nowMs });
		if (!wasKnown && beatAtMs !== null) beginAgain();
		beatAtMs = steadyMs();
		forgetOld(nowMs);
		const pending = [...changed];
		changed.clear();
		try {
			const added = await keptOf(pending.filter(({ isStored }) => !isStored));
			const closed = pending.filter(({ isStored }) => isStored);
			const rowsOf = (some: readonly Known[]) => some.map((stretch) => ({ ...stretch, instanceId }));
			if (added.length + closed.length > 0)
				await transact(async (tx) => {
					await stretchesIn.insert(tx, rowsOf(added));
					await stretchesIn.update(tx, rowsOf(closed));
				});
			for (const stretch of added) stretch.isStored = true;
		} catch (error) {
			for (const stretch of pending) changed.add(stretch);
			throw error;
		}
	}

	/** Closes what instances were in the middle of that have been silent for long, as of when they were last alive. */
	async function closeSilent(): Promise<void> {
		const nowMs = steadyMs();
		const all = await instances.list(store.db);
		const { tx: transact } = store.writing("attendance.note");
		for (const { id, seenAtMs } of all) {
			if (id === instanceId) continue;
			const before = heard.get(id);
			if (before?.seenAtMs !== seenAtMs) heard.set(id, { seenAtMs, sinceMs: nowMs });
			else if (nowMs - before.sinceMs >= SILENT_MS)
				await transact(async (tx) => {
					const acrossTenants = store.acrossTenants.within(tx);
					// One that is back meanwhile is not there to be removed.
					if (await instances.remove(tx, { id, seenAtMs })) await stretchesIn.close(acrossTenants, { id, seenAtMs });
				});
		}
		const ids = new Set(all.map(({ id }) => id));
		for (const id of heard.keys()) if (!ids.has(id)) heard.delete(id);
	}

	function flush(): Promise<void> {
		const next = writing.then(write, write);
		writing = next.catch(() => undefined);
		return next;
	}

	return {
		/** Notes that a participant has a connection, or another one. */
		enter(visitor: Visitor): void {
			const stretch = known.get(keyOf(visitor));
			if (stretch === undefined || (stretch.leftAtMs !== null && clock.nowMs() - stretch.leftAtMs > GAP_MS)) {
				begin(visitor, 1);
				return;
			}
			stretch.connections++;
			if (stretch.leftAtMs === null) return;
			stretch.leftAtMs = null;
			changed.add(stretch);
		},

		/** Notes that a participant has lost a connection that they had. */
		exit(visitor: Visitor): void {
			const stretch = known.get(keyOf(visitor));
			if (stretch === undefined || --stretch.connections > 0) return;
			stretch.leftAtMs = clock.nowMs();
			changed.add(stretch);
		},

		/** Stores what has changed, and that this instance is alive now. */
		flush,

		/** Stores what has changed, says every few seconds that the instance is alive, and looks for those that are not. */
		async tick(): Promise<void> {
			const nowMs = steadyMs();
			const isPresent = [...known.values()].some(({ leftAtMs }) => leftAtMs === null);
			if (changed.size > 0 || (isPresent && nowMs - (beatAtMs ?? 0) >= BEAT_MS)) await flush();
			if (nowMs - lookedAtMs < BEAT_MS) return;
			// Others say nothing to an instance that has not listened itself.
			if (nowMs - lookedAtMs >= SILENT_MS) heard.clear();
			lookedAtMs = nowMs;
			await closeSilent();
		},
	};
}
