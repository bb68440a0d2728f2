import { guestsOf } from "./guests.ts";
import type { Harness, SignedIn, TestResponse } from "./harness.ts";
import { transcripts } from "./transcripts.ts";
import { uploading } from "./uploading.ts";
import { wavOf } from "./wav.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A meeting that is over, with everything that retention purges. */
export interface Lesson {
	readonly meetingId: string;
	readonly transcriptId: string;
	/** Path of its recording. */
	readonly recordingPath: string;
	/** A word that its texts contain, and the bytes of its recording. */
	readonly canary: string;
}

/** Holds meetings and lets their content expire, for tests. */
export function retentionOf(api: Harness) {
	const { jobs, transcriptIndexer } = api.parley.services;
	const { openMeeting, join } = guestsOf(api);

	async function made(response: Promise<TestResponse>) {
		const answer = await response;
		if (answer.status >= 300) throw new Error(`preparing failed: ${answer.text}`);
		return answer.body.data;
	}

	/** Has the hourly work begin, which waits for the start of the jobs otherwise. */
	async function start(): Promise<void> {
		const { db } = api.store.program.writing("change");
		for (const queue of ["retention.plan", "housekeeping"])
			await jobs.enqueue(db, { queue, orgId: null, uniqueKey: "next-round" });
	}

	/** Runs what is due, once. */
	async function round(): Promise<void> {
		await jobs.runDue();
		await transcriptIndexer.indexDue();
	}

	/** Runs everything that is due, the sweep of this hour included, until nothing of it is left to do. */
	async function sweep(): Promise<void> {
		await start();
		for (let rounds = 0; rounds < 200; rounds++) {
			await round();
			if ((await jobs.countUnfinished(["retention.sweep", "retention.reclaim"])) === 0) return;
			api.advanceMs(1_000);
		}
		throw new Error("the sweep did not end");
	}

	/** Returns the runs of an organization, newest first, as a system administrator sees them. */
	async function runs(orgId: string) {
		const token = await api.signInSystem();
		return made(api.request("GET", `/orgs/${orgId}/retention/runs`, { token }));
	}

	return {
		made,

		/** Holds a meeting with a chat, a transcript, a summary and a recording. */
		async hold(by: SignedIn, body: Record<string, unknown> = {}): Promise<Lesson> {
			const canary = `canary${crypto.randomUUID().replaceAll("-", "")}`;
			const meeting = await openMeeting(by, body);
			await join(by, meeting);
			await made(by.post(`/meetings/${meeting.id}/chat`, { text: `I write ${canary} here.` }));
			const vtt = `WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ada>We decided that ${canary} is the plan for the budget of next year.\n`;
			const transcript = await transcripts.imported(by, meeting.id, vtt);
			await made(by.post(`/meetings/${meeting.id}/end`, {}));
			const wav = wavOf(20_000);
			new TextEncoder().encodeInto(canary, wav.subarray(1_000));
			const recording = await uploading(api, by).upload(wav, { meetingId: meeting.id });
			await jobs.runDue();
			await transcriptIndexer.indexDue();
			return {
				meetingId: meeting.id,
				transcriptId: transcript.id,
				recordingPath: recording.path,
				canary,
			};
		},

		start,
		round,
		sweep,

		/** Lets days pass, and the sweep run that is due by then. */
		async pass(days: number): Promise<void> {
			api.advanceMs(days * DAY_MS);
			await sweep();
		},

		runs,
		/** Returns the newest run of an organization; undefined when there is none. */
		latestOf: async (orgId: string) => (await runs(orgId))[0],
	};
}
