import { wavOf } from "#tests/support/wav";
import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const WAV = wavOf(100_000);
const TUS = { "tus-resumable": "1.0.0" };
const BYTES = { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" };

/** Uploads of one new organization: each may have a hundred that are not finished. */
async function placeOf({ ask, admin: { token } }: Subject) {
	const body = { name: "Recorded", orgType: "business" };
	const { data } = await ask({ method: "POST", path: "/orgs", token, body });
	const workspace = { method: "POST", path: `/orgs/${data.id}/workspaces`, token, body: { name: "Optics" } };
	const workspaceId = (await ask(workspace)).data.id;
	const announcement = { workspaceId, filename: "lesson.wav", contentType: "audio/wav", size: WAV.length };
	return { method: "POST", path: "/meetings/upload/init", token, body: announcement };
}

/** Announces uploads and returns their paths. */
async function announce(subject: Subject, count: number): Promise<string[]> {
	const call = await placeOf(subject);
	const made = await Promise.all(times(count, () => subject.ask(call)));
	return made.map(({ data }) => `/uploads/${data.uploadId}`);
}

/** Uploads a recording and returns its path. */
async function record(subject: Subject, upload: string): Promise<string> {
	const { token } = subject.admin;
	await subject.ask({ method: "PATCH", path: upload, token, raw: WAV, headers: BYTES });
	const { data } = await subject.ask({ method: "GET", path: upload, token });
	return `/meetings/${data.meetingId}/recordings/${data.recordingId}`;
}

/** Uploads recordings and returns their paths. */
export async function recordings(subject: Subject, count: number): Promise<string[]> {
	const uploads = await announce(subject, count);
	return Promise.all(uploads.map((upload) => record(subject, upload)));
}

/** Makes a call on a new upload each. */
const onUpload = (operation: string, call: (path: string) => Call): Case => ({
	operation,
	most: 40,
	calls: async (subject, count) =>
		(await announce(subject, count)).map((path) => ({ token: subject.admin.token, ...call(path) })),
});

/** Makes calls on one recording. */
const onOne = (operation: string, call: (path: string) => Call, status?: number): Case => ({
	operation,
	...(status !== undefined && { status }),
	async calls(subject, count) {
		const [path = ""] = await recordings(subject, 1);
		return times(count, () => ({ token: subject.admin.token, ...call(path) }));
	},
});

/** Operations on uploads and recordings. */
export const RECORDING_CASES: readonly Case[] = [
	{
		operation: "initUpload",
		most: 40,
		async calls(subject, count) {
			const call = await placeOf(subject);
			return times(count, () => call);
		},
	},
	onUpload("getUpload", (path) => ({ method: "GET", path })),
	onUpload("continueUpload", (path) => ({ method: "PATCH", path, raw: WAV, headers: BYTES })),
	onUpload("beginUpload", (path) => ({
		method: "POST",
		path,
		headers: { ...TUS, "upload-length": String(WAV.length) },
	})),
	onUpload("cancelUpload", (path) => ({ method: "DELETE", path, headers: TUS })),

	onOne("listRecordings", (path) => ({ method: "GET", path: path.replace(/\/[^/]+$/, "") })),
	onOne("getRecording", (path) => ({ method: "GET", path })),
	onOne("downloadRecording", (path) => ({ method: "GET", path: `${path}/content` })),
	// Nothing is processed while it is measured, so that there is none.
	onOne("getWaveform", (path) => ({ method: "GET", path: `${path}/waveform` }), 409),
	onOne("createRecordingTicket", (path) => ({ method: "POST", path: `${path}/tickets`, body: {} })),
	{
		operation: "playRecording",
		async calls(subject, count) {
			const { token } = subject.admin;
			const [recording = ""] = await recordings(subject, 1);
			const path = `${recording}/tickets`;
			const { data } = await subject.ask({ method: "POST", path, token, body: {} });
			return times(count, () => ({ method: "GET", path: new URL(String(data.url)).pathname }));
		},
	},
	{
		operation: "deleteRecording",
		most: 40,
		async calls(subject, count) {
			const paths = await recordings(subject, count);
			return paths.map((path) => ({ method: "DELETE", path, token: subject.admin.token }));
		},
	},
];
