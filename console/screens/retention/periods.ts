/** What has a period of its own, in the order of the screen. */
export const CLASSES = ["recordings", "transcripts", "chatLogs", "examData", "userData"] as const;
export type Class = (typeof CLASSES)[number];

/** Returns the days of a period: `365` of `365d`. */
export const daysOf = (period: string): string => period.replace(/d$/, "");
