import { describe, expect, test } from "bun:test";
import type { PreviousUpload, UrlStorage } from "tus-js-client";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import { PASSWORD, useHarness } from "#tests/support/harness";
import { createWorkspace, openClient } from "#tests/support/published-client";
import { openTcpProxy } from "#tests/support/tcp-proxy";
import { until } from "#tests/support/until";
import { wavOf } from "#tests/support/wav";
import { createSession, ProblemError } from "../../clients/typescript/src/index.ts";
import { type UploadOptions, uploadRecording } from "../../clients/typescript/src/uploads.ts";

const server = await useHarness({ isServed: true });
const proxy = await forThisFile(openTcpProxy(server.url));
const meetings = guestsOf(server);
const SIZE = 3 << 20;
const CHUNK = 256 << 10;

/** What a browser keeps in localStorage. */
function openStorage(): UrlStorage & { readonly kept: Map<string, PreviousUpload & { fingerprint: string }> } {
	const kept = new Map<string, PreviousUpload & { fingerprint: string }>();
	return {
		kept,
		findAllUploads: async () => [...kept.values()],
		findUploadsByFingerprint: async (fingerprint) =>
			[...kept.values()].filter((each) => each.fingerprint === fingerprint),
		removeUpload: async (key) => void kept.delete(key),
		async addUpload(fingerprint, upload) {
			const urlStorageKey = crypto.randomUUID();
			kept.set(urlStorageKey, { ...upload, urlStorageKey, fingerprint });
			return urlStorageKey;
		},
	};
}

/** Opens the session of an owner with a workspace, and returns what uploads to it. */
async function openWorkspace() {
	const owner = await server.createOrganization();
	const session = createSession({ baseUrl: server.url });
	await session.signIn({ email: owner.email, password: PASSWORD });
	const api = openClient({ baseUrl: proxy.url, auth: session });
	const workspaceId = await createWorkspace(api, owner.orgId, "Physics");
	const file = new File([wavOf(SIZE)], "lesson.wav", { type: "audio/wav", lastModified: 1 });
	const storage = openStorage();
	const upload = (more: Partial<UploadOptions> = {}, content: Blob = file) =>
		uploadRecording(api, content, {
			workspaceId,
			storage,
			chunkBytes: CHUNK,
			retryDelaysMs: [50, 100, 200, 400],
			...more,
		});
	return { owner, api, workspaceId, file, storage, upload };
}

const announcements = (api: ReturnType<typeof openClient>) =>
	api.sent.filter(({ request }) => request === "POST /meetings/upload/init").length;

describe("An upload", () => {
	test("becomes a recording, and tells how far it is", async () => {
		const { api, upload, storage } = await openWorkspace();
		const progress: number[] = [];

		const finished = await upload({ onProgress: (sent, total) => progress.push(sent / total) }).done;

		expect(finished).toMatchObject({ state: "finished", filename: "lesson.wav", sizeBytes: SIZE, failure: null });
		expect(finished.recordingId).toStartWith("rec_");
		expect(progress.at(-1)).toBe(1);
		expect(progress.length).toBeGreaterThan(3);
		expect(storage.kept.size).toBe(0);
		expect(announcements(api)).toBe(1);
	});

	test("of a stream is sent while it is recorded, over cut connections", async () => {
		const { api, workspaceId } = await openWorkspace();
		const content = wavOf(SIZE);
		const recorded = new TransformStream<Uint8Array, Uint8Array>();
		const writer = recorded.writable.getWriter();
		let sentBytes = 0;
		const sending = uploadRecording(api, recorded.readable, {
			workspaceId,
			filename: "live.wav",
			chunkBytes: CHUNK,
			retryDelaysMs: [50, 100, 200, 400],
			onProgress: (sent) => {
				sentBytes = sent;
			},
		});
		for (let from = 0; from < SIZE / 2; from += 100_000) await writer.write(content.slice(from, from + 100_000));
		await until(() => sentBytes >= SIZE / 4);

		proxy.cut();
		const rest = content.slice(Math.ceil(SIZE / 2 / 100_000) * 100_000);
		const [finished] = await Promise.all([sending.done, writer.write(rest).then(() => writer.close())]);

		expect(finished).toMatchObject({ state: "finished", filename: "live.wav", sizeBytes: SIZE });
	});

	test("is not sent again when it arrived and the answer was lost", async () => {
		const { api, upload, storage } = await openWorkspace();
		const sending = upload();
		const { id } = await sending.done;
		const uploadUrl = `${server.url}/uploads/${id}`;
		await storage.addUpload("", { size: SIZE, metadata: {}, creationTime: "", uploadUrl } as never);
		storage.findUploadsByFingerprint = storage.findAllUploads;

		const again = upload();

		expect((await again.done).id).toBe(id);
		expect([sending.wasThere, again.wasThere]).toEqual([false, true]);
		expect(announcements(api)).toBe(1);
	});

	test("of a track is known when another page sends it, which knows nothing of the first one", async () => {
		const { owner, api } = await openWorkspace();
		const meeting = await meetings.openMeeting(owner);
		const { id: participantId } = await meetings.join(owner, meeting);
		await meetings.decide(owner, meeting, participantId, { kind: "recording", decision: "granted" });
		const content = wavOf(CHUNK);
		const track = { meetingId: meeting.id, participantId, trackId: "track-1", filename: "track.wav" };
		const recorded = new TransformStream<Uint8Array, Uint8Array>();
		const writer = recorded.writable.getWriter();
		let sentBytes = 0;
		const onProgress = (sent: number) => {
			sentBytes = sent;
		};
		const first = uploadRecording(api, recorded.readable, { ...track, chunkBytes: 10_000, onProgress });
		await writer.write(content.slice(0, 30_000));
		await until(() => sentBytes >= 20_000);
		await first.pause();

		const second = await uploadRecording(api, new Blob([content]), track).done;
		const third = uploadRecording(api, new Blob([content]), track);

		expect(second).toMatchObject({ state: "finished", sizeBytes: CHUNK });
		expect((await third.done).recordingId).toBe(second.recordingId);
		expect(third.wasThere).toBe(true);
	});

	test("arrives, and waits, while a participant has not decided about being recorded", async () => {
		const { owner, api, file } = await openWorkspace();
		const meeting = await meetings.openMeeting(owner, { recording: { mode: "manual", consent: "required" } });
		const grant = { kind: "recording", decision: "granted" };
		await meetings.decide(owner, meeting, (await meetings.join(owner, meeting)).id, grant);
		const sending = uploadRecording(api, file, { meetingId: meeting.id });
		await sending.pause();
		await until(async () => announcements(api) === 1);
		const guest = await meetings.guestIn(meeting);
		await sending.resume();

		const arrived = await sending.done;
		await meetings.decide(guest, meeting, guest.id, grant);
		const params = { path: { uploadId: arrived.id } };
		await until(async () => (await api.GET("/uploads/{uploadId}", { params })).data?.data.state === "finished");

		expect(arrived).toMatchObject({ state: "finishing", waitingFor: "consent", failure: null, recordingId: null });
	});

	test("stops while it is paused", async () => {
		const { api, upload } = await openWorkspace();
		let sentBytes = 0;
		const sending = upload({
			onProgress: (sent) => {
				sentBytes = sent;
			},
		});
		await until(() => sentBytes > CHUNK);

		await sending.pause();
		const pausedAt = sentBytes;
		await Bun.sleep(200);
		const whilePaused = sentBytes;
		await sending.resume();
		const { state } = await sending.done;

		expect(whilePaused).toBe(pausedAt);
		expect(pausedAt).toBeLessThan(SIZE);
		expect(state).toBe("finished");
		expect(announcements(api)).toBe(1);
	});

	test("goes on after a reload, with the same file, where it was", async () => {
		const { api, upload, storage } = await openWorkspace();
		let sentBytes = 0;
		const before = upload({
			onProgress: (sent) => {
				sentBytes = sent;
			},
		});
		await until(() => sentBytes > CHUNK * 2);
		await before.pause();
		expect(storage.kept.size).toBe(1);

		const progress: number[] = [];
		const { state } = await upload({ onProgress: (sent) => progress.push(sent) }).done;

		expect(state).toBe("finished");
		expect(progress[0]).toBeGreaterThanOrEqual(CHUNK);
		expect(announcements(api)).toBe(1);
	});

	test("survives lost connections and the end of its token", async () => {
		const { api, upload } = await openWorkspace();
		let sentBytes = 0;
		const sending = upload({
			onProgress: (sent) => {
				sentBytes = sent;
			},
		});

		await until(() => sentBytes > CHUNK);
		proxy.cut();
		server.advanceMs(16 * 60_000);
		const { state, sizeBytes } = await sending.done;

		expect([state, sizeBytes]).toEqual(["finished", SIZE]);
		expect(announcements(api)).toBe(1);
	});

	test("of something else than media is refused by the service's error", async () => {
		const { upload, storage } = await openWorkspace();
		const text = new File(["not a recording ".repeat(1_000)], "notes.wav", { type: "audio/wav" });

		const error = await upload({}, text).done.catch((reason: unknown) => reason);

		if (!ProblemError.is(error, "unsupported_media_type")) throw error;
		expect(error.status).toBe(415);
		expect(storage.kept.size).toBeLessThanOrEqual(1);
	});

	test("that is cancelled is gone", async () => {
		const { api, upload } = await openWorkspace();
		let sentBytes = 0;
		const sending = upload({
			onProgress: (sent) => {
				sentBytes = sent;
			},
		});
		await until(() => sentBytes > CHUNK);

		const [, outcome] = await Promise.all([sending.cancel(), sending.done.catch((reason: Error) => reason.name)]);

		expect(outcome).toBe("AbortError");
		expect(api.sent.at(-1)).toMatchObject({ status: 204 });
	});
});
