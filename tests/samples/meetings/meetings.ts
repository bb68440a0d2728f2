import { updateArtifacts } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import { guestsOf } from "../../support/guests.ts";
import type { SampleFile, TestWorld, World } from "../sample.ts";

/** Schedules a meeting that guests join by a link. */
async function scheduled({ id, send }: World) {
	const body = { title: "Optics", scheduledStart: "2030-06-01T09:30:00", access: "link" };
	const { meeting } = await send("POST", `/workspaces/${await id("workspaceId")}/meetings`, body);
	return { meetingId: meeting.id };
}

/** Ends a meeting and sets what becomes of its recording. */
async function process(world: TestWorld, ...states: readonly ("processing" | "ready" | "failed")[]) {
	const meetingId = await world.id("meetingId");
	await world.create("endMeeting");
	for (const state of states)
		await world.api.parley.services.unitOfWork.run(systemContext("job:test"), (change) =>
			updateArtifacts(change, world.owner.orgId, meetingId, { recording: { state, sizeBytes: 1, durationMs: null } }),
		);
}

export const samples: SampleFile["samples"] = {
	createMeeting: { records: "meeting.schedule" },
	updateMeeting: { records: "meeting.update", needs: scheduled },
	startMeeting: { records: "meeting.start", needs: scheduled },
	endMeeting: { records: "meeting.end" },
	cancelMeeting: { records: "meeting.cancel", needs: scheduled },
	deleteMeeting: { records: "meeting.delete", needs: scheduled },
	renewJoinCode: { records: "meeting.renew_code", needs: scheduled },
	deleteJoinCode: { records: "meeting.drop_code", needs: scheduled },
};

export const makers: SampleFile["makers"] = {
	/** A running meeting that guests join by a link, with the owner in it, recorded without consents. */
	async meetingId({ api, owner, send, set }) {
		await send("PATCH", `/orgs/${owner.orgId}/settings`, { recordingConsent: "optional" });
		const guests = guestsOf(api);
		const meeting = await guests.openMeeting(owner);
		const { id } = await guests.join(owner, meeting);
		set({ joinCode: meeting.code, hostId: id });
		return meeting.id;
	},
};

export const items: SampleFile["items"] = { listMeetings: ({ create }, n) => create("createMeeting", { n }) };

export const further: SampleFile["further"] = {
	"meeting.process": (world) => process(world, "processing"),
	"meeting.complete": (world) => process(world, "processing", "ready"),
	"meeting.fail": (world) => process(world, "failed"),
};
