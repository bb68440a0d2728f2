import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	decideConsent: {
		records: "consent.change",
		async needs({ id }) {
			await id("meetingId");
			return { participantId: await id("hostId") };
		},
	},
};
