import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";
import { recordings } from "./recordings.ts";

/** A recording that waits to be transcribed. */
interface QueuedRecording {
	readonly meetingPath: string;
	readonly jobPath: string;
}

/** Uploads recordings and returns their jobs: nothing is processed while it is measured. */
async function waiting(subject: Subject, count: number): Promise<QueuedRecording[]> {
	const paths = await recordings(subject, count);
	const { token } = subject.admin;
	const { data } = await subject.ask({ method: "GET", path: "/jobs?limit=200&state=queued", token });
	const jobs = data as unknown as readonly { readonly id: string; readonly meetingId: string }[];
	return paths.map((path) => {
		const meetingId = path.split("/")[2];
		const job = jobs.find((each) => each.meetingId === meetingId);
		return { meetingPath: `/meetings/${meetingId}`, jobPath: `/jobs/${job?.id}` };
	});
}

/** Makes a call on a new job each. @param before what each needs to be first */
const onNew = (
	operation: string,
	call: (job: QueuedRecording) => Call,
	before?: (job: QueuedRecording) => Call,
): Case => ({
	operation,
	most: 40,
	async calls(subject, count) {
		const { token } = subject.admin;
		const jobs = await waiting(subject, count);
		if (before) await Promise.all(jobs.map((job) => subject.ask({ token, ...before(job) })));
		return jobs.map((job) => ({ token, ...call(job) }));
	},
});

const cancel = ({ jobPath }: QueuedRecording): Call => ({ method: "POST", path: `${jobPath}/cancel`, body: {} });

/** Operations on jobs. */
export const JOB_CASES: readonly Case[] = [
	{
		operation: "getJob",
		async calls(subject, count) {
			const [job] = await waiting(subject, 1);
			return times(count, () => ({ method: "GET", path: job?.jobPath ?? "", token: subject.admin.token }));
		},
	},
	onNew("cancelJob", cancel),
	onNew("retryJob", ({ jobPath }) => ({ method: "POST", path: `${jobPath}/retry`, body: {} }), cancel),
	onNew(
		"transcribeMeeting",
		({ meetingPath }) => ({ method: "POST", path: `${meetingPath}/transcribe`, body: {} }),
		cancel,
	),
	{
		operation: "listJobs",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/jobs`, token: owner.token })),
	},
	{
		operation: "listAllJobs",
		calls: ({ admin }, count) => times(count, () => ({ method: "GET", path: "/jobs", token: admin.token })),
	},
];
