import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createLiveTicket: {
		records: null,
		because: "a ticket gives nothing by itself, and lasts for 30 seconds",
		body: async ({ id }) => ({ meetingId: await id("meetingId") }),
	},
};
