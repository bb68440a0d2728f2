import type { components } from "#client";

/** A person in the attendance of a meeting. */
export type Row = components["schemas"]["Attendance"];
export type Status = Row["status"];

/** All statuses, in the order in which they are counted. */
export const STATUSES = ["present", "late", "left_early", "absent"] as const satisfies readonly Status[];

/** The tone of a status; its word or sign says the same. */
export const TONES = {
	present: "good",
	late: "warning",
	left_early: "accent",
	absent: "danger",
} as const satisfies Record<Status, string>;

export const isStatus = (value: string | undefined): value is Status => STATUSES.some((status) => status === value);
