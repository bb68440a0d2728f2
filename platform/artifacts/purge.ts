import type { ArtifactOwnerType, ArtifactRow } from "#db/schema/index";
import type { Change } from "#platform/unit-of-work";
import { artifactsOf } from "./ledger.ts";
import { contentLocked, contentPurged } from "./moments.ts";
import { ledgerOf } from "./repository/ledger.ts";

/** Content that nobody sees any more, and that is to be deleted. */
export interface PurgedContent {
	readonly orgId: string;
	readonly ownerId: string;
	/** The meeting it was made from; null for none. */
	readonly meetingId: string | null;
	/** Only its parts that began earlier, in Unix ms; null: all of it. */
	readonly beforeMs: number | null;
}

/** How the module deletes that owns content. */
export interface ArtifactPurge {
	/**
	 * Deletes up to `limit` rows of content, and returns their number: fewer when none are left. May be repeated, and goes
	 * on where it was interrupted.
	 */
	readonly purge: (change: Change, content: PurgedContent, limit: number) => Promise<number>;
	/**
	 * Returns when the earliest part began that is left, in Unix ms; null: nothing is. For content whose parts have retention
	 * periods of their own; without it, all of the content goes at once.
	 */
	readonly earliest?: (change: Change, content: Pick<PurgedContent, "orgId" | "ownerId">) => Promise<number | null>;
}

/** How everything in the ledger is deleted, by the noun of its owner. */
export type ArtifactPurges = Readonly<Record<ArtifactOwnerType, ArtifactPurge>>;

export interface PurgeDeps {
	/** Returns how each module deletes what it owns. */
	readonly purges: () => ArtifactPurges;
}

export type Purge = ReturnType<typeof createPurge>;

/** Creates the functions that purge content: first it is hidden from everybody, then it is deleted in portions. */
export function createPurge({ purges }: PurgeDeps) {
	/** Returns an entry, locked after its meeting; undefined when there is none, or it was deleted. */
	async function lock(change: Change, orgId: string, artifactId: string): Promise<ArtifactRow | undefined> {
		const entries = ledgerOf(change.tx, orgId);
		const meetingId = (await entries.find(artifactId))?.meetingId;
		if (meetingId != null) await change.reach(contentLocked, { orgId, meetingId });
		const entry = await entries.lock(artifactId);
		return entry?.deletedAtMs === null ? entry : undefined;
	}

	return {
		/**
		 * Hides content from everybody, for ever: its purge has begun. The caller has decided that it is to be purged, in this
		 * transaction. Does nothing when its purge has begun before, or it is gone.
		 * @param artifactId its id in the ledger
		 * @param cutoffMs in Unix ms: what began then or earlier has expired
		 * @returns the entry as it is now; undefined when nothing began
		 */
		async start(change: Change, orgId: string, artifactId: string, cutoffMs: number): Promise<ArtifactRow | undefined> {
			const entries = ledgerOf(change.tx, orgId);
			const entry = await lock(change, orgId, artifactId);
			if (entry?.purgeStartedAtMs !== null) return undefined;
			// The messages of a chat have periods of their own: from this clock on they remain.
			const clockStartsAtMs = entry.class === "chatLogs" ? cutoffMs + 1 : entry.clockStartsAtMs;
			const values = { clockStartsAtMs, purgeStartedAtMs: change.nowMs };
			await entries.update(artifactId, values);
			const { meetingId } = entry;
			if (meetingId !== null) await change.reach(contentPurged, { orgId, meetingId, startedAtMs: change.nowMs });
			return { ...entry, ...values };
		},

		/**
		 * Deletes a portion of content whose purge has begun, and its entry in the ledger with the last one. May be repeated.
		 * @param limit most rows to be deleted
		 * @returns `purged`: that was all of it; `gone`: somebody else had deleted it
		 */
		async deletePortion(
			change: Change,
			orgId: string,
			artifactId: string,
			limit: number,
		): Promise<"more" | "purged" | "gone"> {
			const entries = ledgerOf(change.tx, orgId);
			const entry = await lock(change, orgId, artifactId);
			if (entry === undefined || entry.purgeStartedAtMs === null) return "gone";
			const { ownerType, ownerId, meetingId } = entry;
			const { purge, earliest } = purges()[ownerType];
			const beforeMs = entry.class === "chatLogs" ? entry.clockStartsAtMs : null;
			if ((await purge(change, { orgId, ownerId, meetingId, beforeMs }, limit)) >= limit) return "more";
			const leftMs = beforeMs === null ? null : ((await earliest?.(change, { orgId, ownerId })) ?? null);
			if (leftMs === null) await artifactsOf(change.tx, orgId).remove(ownerType, ownerId, change.nowMs);
			else await entries.update(artifactId, { clockStartsAtMs: leftMs, purgeStartedAtMs: null });
			if (meetingId !== null && !(await entries.isPurging(meetingId)))
				await change.reach(contentPurged, { orgId, meetingId, startedAtMs: null });
			return "purged";
		},
	};
}
