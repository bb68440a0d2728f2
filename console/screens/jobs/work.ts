import type { Item } from "../../api/queries.ts";

export type Job = Item<"/jobs">;

/** How often a job that is worked on is read again, in ms. */
export const LOOK_EVERY_MS = 5_000;

/** Whether it has not ended. */
export const isInWork = ({ state }: Pick<Job, "state">): boolean =>
	state === "waiting" || state === "queued" || state === "running";
