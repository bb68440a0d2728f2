import type { SummaryRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A summary has become ready, by whatever makes it. */
export const summaryReady = defineMoment<SummaryRow>("summary.ready");
