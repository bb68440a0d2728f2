import type { MeetingRow } from "#db/schema";
import type { Bus } from "#kernel/bus";
import type { Logger } from "#kernel/logger";
import type { Core } from "#platform/module";
import { createWatchedCallers, type WatchedCaller } from "#platform/watched-callers";
import { type RoomFacts, readFacts } from "./room-facts.ts";

/** Time between two looks at a room that is said to have changed, at least, in ms: many may enter at once. */
const PACE_MS = 250;
/** How long after a failure what a room is told is read again, in ms. */
const RETRY_MS = 1_000;

/** Returns the id on which what is told to the room of a meeting depends, see `Dependencies`: without spaces, as ids are sent. */
export const factsKey = (meetingId: string): string => `room.${meetingId}`;

/** What is told to one room, kept up to date while it is open. */
export interface RoomWatch {
	/** Null until it was read. */
	readonly facts: RoomFacts | null;
	/** Resolves when it was read, or could not be. Never rejects. */
	readonly ready: Promise<void>;
	/** Looks soon whether it has changed. */
	refresh(): void;
	close(): void;
}

export interface RoomWatchesDeps extends Pick<Core, "store" | "clock" | "caches"> {
	readonly bus: Pick<Bus, "shared">;
	readonly log: Pick<Logger, "warn">;
}

export type RoomWatches = ReturnType<typeof createRoomWatches>;

/**
 * Creates what watches rooms: what is told to one is read once for all who are in it here, and again as soon as something
 * has changed, or may have. That is known as it is of callers; a message that says so only makes it faster.
 */
export function createRoomWatches({ store, clock, caches, bus, log }: RoomWatchesDeps) {
	const watched = createWatchedCallers<RoomFacts>({ clock, caches, bus, log });

	const admit = ({ orgId, id: meetingId }: Pick<MeetingRow, "orgId" | "id">) =>
		watched.admit(meetingId, async () => ({
			standing: await readFacts(store.db, { orgId, meetingId }),
			dependsOn: [[factsKey(meetingId)], [orgId]],
			endsAtMs: Number.POSITIVE_INFINITY,
		}));

	return {
		/** Watches the room of a meeting. @param onChange called when what is told has changed since it was read first */
		open(meeting: Pick<MeetingRow, "orgId" | "id">, onChange: () => void): RoomWatch {
			let known: WatchedCaller<RoomFacts> | null = null;
			let unhold = (): void => undefined;
			let timer: ReturnType<typeof setTimeout> | null = null;
			let lookedAtMs = Number.NEGATIVE_INFINITY;
			let isClosed = false;

			function later(waitMs: number, work: () => Promise<unknown>): void {
				if (isClosed || timer !== null) return;
				timer = setTimeout(() => {
					timer = null;
					lookedAtMs = performance.now();
					work().catch((error: unknown) => log.warn("the state of a room could not be read", { error }));
				}, waitMs);
				timer.unref();
			}

			async function begin(): Promise<void> {
				try {
					const admitted = await admit(meeting);
					if (isClosed) return;
					known = admitted;
					let before = admitted.standing;
					const changed = (now: RoomFacts): void => {
						const isOther = !Bun.deepEquals(before, now);
						before = now;
						if (isOther) onChange();
					};
					unhold = admitted.hold({ changed, refused: () => undefined });
				} catch (error) {
					log.warn("the state of a room could not be read", { error });
					later(RETRY_MS, () => begin().then(onChange));
				}
			}

			const ready = begin();
			return {
				get facts() {
					return known?.standing ?? null;
				},
				ready,
				refresh() {
					const caller = known;
					if (caller) later(Math.max(0, lookedAtMs + PACE_MS - performance.now()), () => caller.current());
				},
				close() {
					isClosed = true;
					if (timer) clearTimeout(timer);
					unhold();
				},
			};
		},

		/** Looks at the rooms of which something may have changed. */
		look: watched.look,
	};
}
