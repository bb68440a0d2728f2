import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = { setMeetingRecording: { records: "meeting.start_recording" } };

export const further: SampleFile["further"] = {
	async "meeting.stop_recording"({ id, create, send }) {
		await create("setMeetingRecording");
		return send("POST", `/meetings/${await id("meetingId")}/recording`, { state: "stopped" });
	},
};
