import { after, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	transcribeMeeting: { records: "transcription.queue", needs: after("cancelJob"), body: {} },
};
