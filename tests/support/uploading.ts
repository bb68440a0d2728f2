import type { OrgCaller } from "./client.ts";
import type { Harness, TestRequest, TestResponse } from "./harness.ts";

/** Headers of every request of the tus protocol. */
const TUS = { "tus-resumable": "1.0.0" };

/** Sends requests of uploads as a person. */
export function uploading(api: Harness, person: Pick<OrgCaller, "token" | "orgId">) {
	const { token } = person;
	let workspaceId: string | undefined;

	/** Creates a workspace, and returns its id; later the same. */
	async function workspace(): Promise<string> {
		if (workspaceId !== undefined) return workspaceId;
		const body = { name: "Biology" };
		const created = await api.request("POST", `/orgs/${person.orgId}/workspaces`, { token, body });
		workspaceId = created.body.data.id as string;
		return workspaceId;
	}

	const path = (uploadId: string) => `/uploads/${uploadId}`;

	return {
		workspace,

		/** Announces an upload of this size in a workspace. @param size undefined: its length is told later */
		async announce(size: number | undefined, more: Readonly<Record<string, unknown>> = {}): Promise<TestResponse> {
			const place = "meetingId" in more ? {} : { workspaceId: await workspace() };
			const body = { ...place, filename: "lesson.wav", contentType: "audio/wav", size, ...more };
			return api.request("POST", "/meetings/upload/init", { token, body });
		},

		/** Sends bytes. */
		patch: (
			uploadId: string,
			offset: number,
			raw: NonNullable<TestRequest["raw"]>,
			headers: Readonly<Record<string, string>> = {},
		): Promise<TestResponse> =>
			api.request("PATCH", path(uploadId), {
				token,
				raw,
				headers: {
					...TUS,
					"upload-offset": String(offset),
					"content-type": "application/offset+octet-stream",
					...headers,
				},
			}),

		/** Asks how much has arrived. */
		head: (uploadId: string): Promise<TestResponse> => api.request("HEAD", path(uploadId), { token, headers: TUS }),

		/** Cancels an upload. */
		cancel: (uploadId: string): Promise<TestResponse> => api.request("DELETE", path(uploadId), { token, headers: TUS }),

		/** Returns what has become of an upload. */
		get: (uploadId: string): Promise<TestResponse> => api.request("GET", path(uploadId), { token }),

		/** Uploads content as a whole and returns the id of its meeting and its recording. */
		async upload(content: Uint8Array<ArrayBuffer>, more: Readonly<Record<string, unknown>> = {}) {
			const { body, text } = await this.announce(content.length, more);
			if (!body.data) throw new Error(`announcing was answered ${text}`);
			const { uploadId, meetingId } = body.data;
			const sent = await this.patch(uploadId, 0, content);
			if (sent.status !== 204) throw new Error(`the upload was answered ${sent.status} ${sent.text}`);
			const { recordingId } = (await this.get(uploadId)).body.data;
			return { uploadId, meetingId, recordingId, path: `/meetings/${meetingId}/recordings/${recordingId}` } as const;
		},
	};
}
