import { defineFacts } from "#platform/unit-of-work";
import { RecordedSeries } from "./schemas.ts";

/** What of a series its events lose when it is deleted. */
export const prose = { title: "", description: null };

/** Facts about series of meetings. */
export const facts = defineFacts("series", {
	"series.create": { event: "series.created", payload: RecordedSeries, prose, category: "organization" },
	"series.update": { event: "series.updated", payload: RecordedSeries, prose, category: "organization" },
	"series.delete": {
		event: "series.deleted",
		payload: RecordedSeries,
		prose,
		category: "organization",
		removes: "series",
	},
	"series.renew_code": { event: null, because: "the code must not reach subscribers", category: "organization" },
	"series.drop_code": { event: null, because: "the code must not reach subscribers", category: "organization" },
});
