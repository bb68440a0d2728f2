/** Whether a control holds. */
export const CONTROL_STATUSES = ["met", "not_met", "not_applicable"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];
