import type { Caller } from "./client.ts";
import type { Harness, SignedIn } from "./harness.ts";
import { uploading } from "./uploading.ts";

/** An uploaded recording and its meeting. */
export interface Recorded {
	readonly meetingId: string;
	readonly recordingId: string;
}

/** Looks for jobs whose wait is over, as a server does every ten seconds, and does what is due. */
export async function resumeWaiting({ parley, store }: Harness): Promise<void> {
	const { jobs } = parley.services;
	await jobs.enqueue(store.db, { queue: "processing.sweep", orgId: null, uniqueKey: crypto.randomUUID() });
	await jobs.runDue();
}

/** Requests about the processing of recordings, for tests. */
export function processingOf(api: Harness) {
	/** Returns what is at a path, which must be there. */
	async function get({ token }: Caller, path: string) {
		const answer = await api.request("GET", path, { token });
		if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
		return answer.body.data;
	}

	return {
		get,

		/** Uploads a file as a recording of a new meeting, or of the one in `more`. */
		record: async (by: SignedIn, path: string, more: Readonly<Record<string, unknown>> = {}): Promise<Recorded> =>
			uploading(api, by).upload(await Bun.file(path).bytes(), more),

		/** Returns the newest job of a recording. */
		async jobOf(by: SignedIn, { recordingId }: Pick<Recorded, "recordingId">) {
			const jobs = await get(by, `/orgs/${by.orgId}/jobs`);
			return jobs.find((job: { recordingId: string }) => job.recordingId === recordingId);
		},

		/** Returns the segments of a transcript. */
		segments: (by: SignedIn, transcriptId: string) => get(by, `/transcripts/${transcriptId}/segments?include=words`),
	};
}
