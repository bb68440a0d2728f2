import type { Harness, SignedIn } from "./harness.ts";

/** An uploaded recording, and what its upload began. */
export interface UploadedRecording {
	readonly meetingId: string;
	readonly recordingId: string;
	readonly uploadId: string;
}

/** Creates a workspace and returns its id. */
export async function createWorkspace(api: Harness, owner: SignedIn, name = "Physics"): Promise<string> {
	const created = await api.request("POST", `/orgs/${owner.orgId}/workspaces`, {
		token: owner.token,
		body: { name, kind: "class" },
	});
	if (created.status !== 201) throw new Error(`creating a workspace failed: ${created.text}`);
	return created.body.data.id;
}

/** Uploads a file in one piece, as a recording of a new meeting or of one there is. */
export async function uploadRecording(
	api: Harness,
	{ token }: Pick<SignedIn, "token">,
	target: { readonly workspaceId: string } | { readonly meetingId: string },
	path: string,
): Promise<UploadedRecording> {
	const content = await Bun.file(path).bytes();
	const announced = await api.request("POST", "/meetings/upload/init", {
		token,
		body: { ...target, filename: "lesson.wav", contentType: "audio/wav", size: content.byteLength },
	});
	if (announced.status !== 201) throw new Error(`announcing failed: ${announced.text}`);
	const { uploadId, meetingId } = announced.body.data;
	const sent = await api.request("PATCH", `/uploads/${uploadId}`, {
		token,
		raw: content,
		headers: {
			"tus-resumable": "1.0.0",
			"upload-offset": "0",
			"content-type": "application/offset+octet-stream",
		},
	});
	if (sent.status !== 204) throw new Error(`uploading failed: ${sent.status} ${sent.text}`);
	const upload = await api.request("GET", `/uploads/${uploadId}`, { token });
	return { uploadId, meetingId, recordingId: upload.body.data.recordingId };
}
