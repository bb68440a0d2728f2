import { defineFacts } from "#platform/unit-of-work";
import { RetentionPolicyChange, RetentionRun } from "./schemas.ts";

/** Facts about the retention of an organization's data. */
export const facts = defineFacts("organization", {
	"retention.change_policy": {
		event: "retention.policy_changed",
		payload: RetentionPolicyChange,
		category: "organization",
	},
	"retention.purge": {
		event: "retention.purge.completed",
		payload: RetentionRun,
		category: "organization",
		mayComeBack: "its content is removals of the ledger of artifacts",
	},
	"retention.fail_purge": {
		event: "retention.purge.failed",
		payload: RetentionRun,
		category: "organization",
		outcome: "failure",
	},
	"retention.request_run": {
		event: null,
		because: "subscribers hear of what it purges",
		category: "organization",
	},
});
