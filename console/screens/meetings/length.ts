import type { components } from "#client";

type Meeting = Pick<components["schemas"]["Meeting"], "durationMs" | "artifacts">;

/** How long a meeting was, or the recording that was uploaded as one; null: that is not known. */
export const lengthMsOf = ({ durationMs, artifacts: { recording } }: Meeting): number | null =>
	durationMs ?? (recording.durationMs || null);
