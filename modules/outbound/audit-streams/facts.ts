import { defineFacts } from "#platform/unit-of-work";
import { AuditStreamSummary } from "./schemas.ts";

const about = { payload: AuditStreamSummary, category: "security" } as const;

/** Facts about audit streams. */
export const facts = defineFacts("audit_stream", {
	"audit_stream.create": { event: "security.audit_stream_created", ...about },
	"audit_stream.update": { event: "security.audit_stream_updated", ...about },
	"audit_stream.adopt": { event: "security.audit_stream_adopted", ...about },
	"audit_stream.orphan": { event: "security.audit_stream_orphaned", ...about },
	"audit_stream.disable": { event: "security.audit_stream_disabled", ...about },
	"audit_stream.delete": {
		event: "security.audit_stream_deleted",
		...about,
		mayComeBack: "its receiver gets what it got before; it holds no content",
	},
	"audit_stream.test": { event: null, because: "a test changes nothing", category: "security" },
});
