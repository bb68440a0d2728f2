import { defineFacts } from "#platform/unit-of-work";
import { PrivacyErasure, PrivacyExport } from "./schemas.ts";

/** Facts about erasures. */
export const erasureFacts = defineFacts("privacy_erasure", {
	"privacy.request_erasure": {
		event: "privacy.erasure_requested",
		payload: PrivacyErasure,
		category: "security",
		removes: "person",
	},
	"privacy.complete_erasure": {
		event: "privacy.erasure_completed",
		payload: PrivacyErasure,
		category: "security",
	},
});

/** Facts about exports. */
export const exportFacts = defineFacts("privacy_export", {
	"privacy.request_export": { event: "privacy.export_requested", payload: PrivacyExport, category: "security" },
	"privacy.complete_export": { event: "privacy.export_ready", payload: PrivacyExport, category: "security" },
	"privacy.fail_export": {
		event: "privacy.export_failed",
		payload: PrivacyExport,
		category: "security",
		outcome: "failure",
	},
	"privacy.ticket": {
		event: null,
		because: "the address of a download is of no concern to subscribers",
		category: "security",
	},
});

/** Facts about the exports of accounts. */
export const accountFacts = defineFacts("user", {
	"privacy.export_account": {
		event: null,
		because: "no organization is concerned when a user exports their own account",
		category: "security",
	},
});
