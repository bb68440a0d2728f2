import { guestsOf } from "../../support/guests.ts";
import { until } from "../../support/until.ts";
import type { SampleFile, World } from "../sample.ts";

/** Ends the meeting, and waits for its attendance, which has the participant. */
async function attended(world: World) {
	const ids = { participantId: await world.id("participantId") };
	await end(world);
	return ids;
}

async function end({ api, id, owner, send }: World): Promise<void> {
	await send("POST", `/meetings/${await id("meetingId")}/end`, {});
	await until(async () => {
		await api.parley.services.jobs.runDue("attendance.finish");
		const { body } = await owner.get(`/orgs/${owner.orgId}/events?types=attendance.ready`);
		return body.data.length > 0;
	});
}

export const samples: SampleFile["samples"] = {
	correctAttendance: { records: "attendance.correct", needs: attended },
};

export const items: SampleFile["items"] = {
	async listAttendance({ api, id }, n) {
		await id("meetingId");
		return guestsOf(api).guestIn({ code: await id("joinCode") }, `Guest ${n}`);
	},
};

export const further: SampleFile["further"] = { "attendance.finish": end };
