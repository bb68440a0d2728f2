/** What becomes of an action item; `dropped`: nobody will do it. */
export const STATUSES = ["open", "done", "dropped"] as const;
