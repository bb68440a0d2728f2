import { and, eq, isNull } from "drizzle-orm";
import { type ArtifactOwnerType, artifacts } from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import type { Store } from "#db/store";
import { createLruCache } from "#kernel/lru-cache";
import type { Cutoffs } from "#platform/artifacts";
import { isMeetingHeld } from "#platform/holds";
import type { Row } from "./pages.ts";

type Owner = { readonly orgId: string; readonly ownerType: ArtifactOwnerType; readonly ownerId: string };
const findEntry = readRow((db, { orgId, ownerType, ownerId }: Bound<Owner>) =>
	db
		.select({
			class: artifacts.class,
			meetingId: artifacts.meetingId,
			clockStartsAtMs: artifacts.clockStartsAtMs,
			purgeStartedAtMs: artifacts.purgeStartedAtMs,
		})
		.from(artifacts)
		.where(
			and(
				eq(artifacts.orgId, orgId),
				eq(artifacts.ownerType, ownerType),
				eq(artifacts.ownerId, ownerId),
				isNull(artifacts.deletedAtMs),
			),
		)
		.limit(1),
);

/** Owners whose entries are remembered: rows of one follow each other. */
const REMEMBERED = 1_000;

/** What of the content of an organization is shown. */
export interface Shown {
	/** Whether content of an owner is shown; false for what is not in the ledger. */
	isOwnerShown(ownerType: ArtifactOwnerType, ownerId: string): Promise<boolean>;
	/** Whether an active hold matches a meeting. */
	isHeld(meetingId: string): Promise<boolean>;
	/** Whether a chat message is shown. */
	isMessageShown(message: Row): Promise<boolean>;
}

/** Creates what says, by the ledger, which content of an organization is shown: nothing that has expired or is being purged. */
export function createShown(store: Store, orgId: string, cutoffs: Cutoffs): Shown {
	const known = createLruCache<ReturnType<typeof findEntry>>(REMEMBERED);
	const held = createLruCache<Promise<boolean>>(REMEMBERED);

	function entryOf(ownerType: ArtifactOwnerType, ownerId: string) {
		const key = `${ownerType} ${ownerId}`;
		const entry = known.get(key) ?? findEntry(store, { orgId, ownerType, ownerId });
		known.set(key, entry);
		return entry;
	}

	function isHeld(meetingId: string): Promise<boolean> {
		const known = held.get(meetingId) ?? isMeetingHeld(store.db, orgId, meetingId);
		held.set(meetingId, known);
		return known;
	}

	return {
		isHeld,

		async isOwnerShown(ownerType, ownerId) {
			const entry = await entryOf(ownerType, ownerId);
			if (entry === undefined || entry.purgeStartedAtMs !== null) return false;
			const { clockStartsAtMs: clockMs, class: dataClass, meetingId } = entry;
			return clockMs === null || clockMs > cutoffs[dataClass] || (meetingId !== null && isHeld(meetingId));
		},

		async isMessageShown({ meetingId, sentAtMs }) {
			const entry = await entryOf("chat", String(meetingId));
			if (entry?.class !== "chatLogs") return entry !== undefined && this.isOwnerShown("chat", String(meetingId));
			const { purgeStartedAtMs, clockStartsAtMs: clockMs } = entry;
			if (purgeStartedAtMs !== null && Number(sentAtMs) < (clockMs ?? 0)) return false;
			return Number(sentAtMs) > cutoffs.chatLogs || isHeld(String(meetingId));
		},
	};
}
