import { defineFacts } from "#platform/unit-of-work";
import { Upload } from "./schemas.ts";

/** Facts about uploads. */
export const facts = defineFacts("upload", {
	"upload.create": { event: "upload.started", payload: Upload, contentClass: "recordings", category: "organization" },
	"upload.complete": {
		event: "upload.completed",
		payload: Upload,
		contentClass: "recordings",
		category: "organization",
	},
	"upload.fail": {
		event: "upload.failed",
		payload: Upload,
		contentClass: "recordings",
		category: "organization",
		outcome: "failure",
	},
	"upload.expire": {
		event: "upload.failed",
		payload: Upload,
		contentClass: "recordings",
		category: "organization",
		outcome: "failure",
	},
	"upload.cancel": { event: "upload.cancelled", payload: Upload, contentClass: "recordings", category: "organization" },
});
