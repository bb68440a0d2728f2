import { guestsOf } from "../../support/guests.ts";
import { launchesOf, startLms, type TestLms } from "../../support/lms.ts";
import type { SampleFile } from "../sample.ts";

/** Does something with a learning-management system that is there. */
async function withLms<T>(work: (lms: TestLms) => Promise<T>): Promise<T> {
	const lms = await startLms();
	return work(lms).finally(lms.close);
}

export const samples: SampleFile["samples"] = {
	startLtiLaunchByForm: {
		records: null,
		because: "nothing has happened until the launch is completed",
		run: ({ api, act, owner }) =>
			withLms(async (lms) => {
				const launches = launchesOf(api, lms);
				return act("POST", ...launches.loginForm(await launches.register(owner)));
			}),
	},
	completeLtiLaunch: {
		records: "participant.join",
		run: ({ api, act, owner }) =>
			withLms(async (lms) => {
				const launches = launchesOf(api, lms);
				const { id } = await guestsOf(api).openMeeting(owner);
				return act("POST", ...(await launches.prepare(await launches.register(owner), id)));
			}),
	},
};
