import { showPurged } from "#modules/meetings/meetings";
import type { ArtifactPurge } from "#platform/artifacts";
import { summariesOf } from "./repository.ts";

/** Deletes summaries whose retention period is over. */
export const summaryPurge: ArtifactPurge = {
	async purge(change, { orgId, ownerId, meetingId }) {
		await summariesOf(change.tx, orgId).remove(ownerId);
		await showPurged(change, orgId, meetingId, ({ summary }) =>
			summary === undefined ? {} : { summary: { state: "deleted", level: null } },
		);
		return 0;
	},
};
