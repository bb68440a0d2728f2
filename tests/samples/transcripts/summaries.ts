import { summariesOf } from "../../support/summaries.ts";
import type { SampleFile, World } from "../sample.ts";

/** Imports what was said in a new meeting, which is then summarized. */
async function said({ api, owner }: World): Promise<string> {
	const summaries = summariesOf(api);
	const meetingId = await summaries.meeting(owner);
	await summaries.say(owner, meetingId);
	return meetingId;
}

/** Waits for the summary of a new meeting. */
export async function summarized(world: World) {
	const meetingId = await said(world);
	await summariesOf(world.api).made(world.owner, meetingId);
	return { meetingId };
}

export const samples: SampleFile["samples"] = {
	createSummary: { records: "summary.queue", needs: summarized },
	updateSummary: { records: "summary.update", needs: summarized },
	deleteSummary: { records: "summary.delete", needs: summarized },
};

export const further: SampleFile["further"] = {
	"summary.publish": summarized,
	async "summary.cancel"(world) {
		const { jobId } = (await summariesOf(world.api).get(world.owner, await said(world))).body.data;
		return world.send("POST", `/jobs/${jobId}/cancel`, {});
	},
};
