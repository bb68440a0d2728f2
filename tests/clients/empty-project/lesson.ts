/** A program of somebody who has installed the package: `lesson.js <url> <e-mail> <password> <org>`. */
import {
	connectLive,
	createClient,
	createSession,
	type EventType,
	followEvents,
	items,
	ProblemError,
	unwrap,
	verifyWebhook,
	WebhookError,
} from "@parley/client";
import { uploadRecording } from "@parley/client/uploads";

const [baseUrl = "", email = "", password = "", orgId = ""] = process.argv.slice(2);
const session = createSession({ baseUrl });
await session.signIn({ email, password });
const api = createClient({ baseUrl, auth: session });

const params = { path: { orgId } };
const { data: workspace } = await unwrap(api.POST("/orgs/{orgId}/workspaces", { params, body: { name: "Physics" } }));
const names: string[] = [];
for await (const { name } of items((page) =>
	api.GET("/orgs/{orgId}/workspaces", { params: { ...params, query: page } }),
))
	names.push(name.toUpperCase());

// @ts-expect-error: a number
const refused = await api.GET("/orgs/{orgId}/workspaces", { params: { ...params, query: { limit: "many" } } });
const problem = await unwrap(api.POST("/orgs/{orgId}/workspaces", { params, body: { name: "" } })).catch(
	(error: unknown) => error,
);

// An upload.
const wav = new Blob([new Uint8Array(44 + 32_000)], { type: "audio/wav" });
const upload = uploadRecording(api, await withHeader(wav), { workspaceId: workspace.id, filename: "lesson.wav" });
const { state } = await upload.done;

// Live captions.
const { data: started } = await unwrap(
	api.POST("/workspaces/{workspaceId}/meetings", {
		params: { path: { workspaceId: workspace.id } },
		body: { title: "Light", transcription: { live: true } },
	}),
);
const meetingId = started.meeting.id;
const said: string[] = [];
for await (const message of connectLive(api, { meetingId, from: "beginning" })) {
	if (message.type === "status" && message.state === "live" && said.length === 0) {
		const segments = [{ startMs: 0, endMs: 900, text: "Light is a wave." }];
		await unwrap(api.POST("/meetings/{meetingId}/captions", { params: { path: { meetingId } }, body: { segments } }));
	}
	if (message.type !== "final") continue;
	said.push(message.segment.text);
	break;
}

// Events.
const types: EventType[] = [];
for await (const event of followEvents(api, { orgId, types: ["workspace.created"] })) {
	types.push(event.type);
	break;
}
const forged = await verifyWebhook("whsec_c2VjcmV0", {}, "{}").catch((error: unknown) => error);

process.stdout.write(
	JSON.stringify({
		names,
		refused: refused.error?.error.code,
		problem: ProblemError.is(problem, "validation_failed") && problem.errors.map(({ path }) => path),
		state,
		said,
		types,
		forged: forged instanceof WebhookError && forged.fault,
	}),
);
process.exit(0);

/** Returns a second of silence as a WAV file. */
async function withHeader(blob: Blob): Promise<Blob> {
	const bytes = new Uint8Array(await blob.arrayBuffer());
	const view = new DataView(bytes.buffer);
	const text = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at);
	text(0, "RIFF");
	view.setUint32(4, bytes.length - 8, true);
	text(8, "WAVEfmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, 1, true);
	view.setUint32(24, 16_000, true);
	view.setUint32(28, 32_000, true);
	view.setUint16(32, 2, true);
	view.setUint16(34, 16, true);
	text(36, "data");
	view.setUint32(40, bytes.length - 44, true);
	return new Blob([bytes], { type: blob.type });
}
