import type { Bus } from "#kernel/bus";

/** Topic of the bus. */
const TOPIC = "changes.hinted";

/** A change that no event tells of: how far work is, and of what people were notified. */
export interface ChangeHint {
	readonly orgId: string;
	readonly resource: "job" | "export" | "notification";
	/** Null: several. */
	readonly id: string | null;
	/** Null: it is of none. */
	readonly meetingId: string | null;
	/** How far a transcription is, 0…1; null for anything else. */
	readonly progress: number | null;
	/** Whose it is; null: of everybody who may read it. */
	readonly userIds: readonly string[] | null;
}

/** Tells all instances of a change that was committed. Hints only: one may be lost. */
export const hintAt = (bus: Pick<Bus, "publish">, hint: ChangeHint): void => bus.publish(TOPIC, JSON.stringify(hint));

/** Calls `listener` with the changes of all instances until the returned function is called. */
export const onHints = (bus: Pick<Bus, "subscribe">, listener: (hint: ChangeHint) => void): (() => void) =>
	bus.subscribe(TOPIC, (message) => listener(JSON.parse(message)));
