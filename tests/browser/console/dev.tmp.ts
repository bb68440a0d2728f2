import { clientAt } from "#tests/support/client";
import { FIRST_ADMIN, openConsole } from "#tests/support/console-page";
import { wavOf } from "#tests/support/wav";
export async function dev(vtt: string, wavBytes = 0, more = {}) {
	const ui = await openConsole(more);
	const token = (await clientAt(ui.base).post("/auth/login", FIRST_ADMIN)).body.access_token;
	const orgId = (await clientAt(ui.base, token).post("/orgs", { name: "Green Valley", orgType: "education" })).body.data
		.id;
	const scoped = await clientAt(ui.base).post("/auth/login", { ...FIRST_ADMIN, orgId });
	const api = clientAt(ui.base, scoped.body.access_token);
	const workspaceId = (await api.post(`/orgs/${orgId}/workspaces`, { name: "Physics 9b" })).body.data.id;
	const raw = wavOf(wavBytes || 96_044);
	const { uploadId, meetingId } = (
		await api.post("/meetings/upload/init", {
			workspaceId,
			filename: "Refraction.wav",
			contentType: "audio/wav",
			size: raw.length,
		})
	).body.data;
	await api.patch(`/uploads/${uploadId}`, undefined, {
		raw,
		headers: { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
	});
	const imported = await api.put(`/meetings/${meetingId}/transcripts`, undefined, {
		raw: vtt,
		headers: { "content-type": "text/vtt" },
	});
	const transcriptId = imported.body.data.id;
	return { ui, api, orgId, workspaceId, meetingId, transcriptId, address: `o/${orgId}/meetings/${meetingId}` };
}
