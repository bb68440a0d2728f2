import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { processingWindows, usageRecords } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { openEngineProxy } from "../support/engine-proxy.ts";
import { ENGINES } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Guest, guestsOf, type OpenMeeting } from "../support/guests.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { processingOf } from "../support/processing.ts";
import { DIALOGUE, speak } from "../support/spoken.ts";
import { uploading } from "../support/uploading.ts";
import { wavOf } from "../support/wav.ts";
import { hasWhisper, startWhisper } from "../support/whisper.ts";

const title = `The tracks of a capture (needs whisper-server in ${ENGINES})`;

/** A segment, as far as these tests read it. */
interface Segment {
	readonly id: string;
	readonly text: string;
	readonly startMs: number;
	readonly words: readonly { readonly startMs: number }[];
	readonly speaker: { readonly id: string; readonly label: string; readonly participantId: string | null } | null;
}

describe.skipIf(!hasWhisper)(title, async () => {
	if (!hasWhisper) return;
	const whisper = await startWhisper();
	await forThisFile({ close: () => whisper.stop() });
	const engine = await forThisFile(openEngineProxy(whisper.url));
	const api = await useHarness({
		env: { STT_PROVIDER: "openai", STT_URL: engine.url, STT_MODEL: "whisper-tiny", PROCESSING_CONCURRENCY: "1" },
	});
	const { jobs } = api.parley.services;
	const { db } = api.store.acrossTenants;
	const { get, jobOf, segments } = processingOf(api);
	const { openMeeting, guestIn, join, decide } = guestsOf(api);
	/** What is said: `budget`, `supplier`, `offer`. */
	const [budget = "", supplier = "", offer = ""] = await Promise.all(
		DIALOGUE.slice(0, 3).map((sentence) => speak([sentence])),
	);

	let owner: SignedIn;
	let meeting: OpenMeeting;
	let hostId: string;
	let guest: Guest;
	let startedAtMs: number;
	beforeEach(async () => {
		owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
		meeting = await openMeeting(owner);
		startedAtMs = api.nowMs();
		hostId = (await join(owner, meeting)).id;
		guest = await guestIn(meeting);
		api.advanceMs(60_000);
	});
	afterEach(() => {
		engine.failAfter = Number.POSITIVE_INFINITY;
	});

	interface Sent {
		readonly by: { readonly token: string };
		readonly of: string;
		readonly afterMs: number;
		readonly in?: OpenMeeting;
		readonly captureId?: string | undefined;
	}

	/** Uploads a track that began so long after the meeting. */
	async function send(path: string | Uint8Array<ArrayBuffer>, { by, of, afterMs, in: at = meeting, ...more }: Sent) {
		const content = typeof path === "string" ? await Bun.file(path).bytes() : path;
		return uploading(api, { token: by.token, orgId: owner.orgId }).upload(content, {
			meetingId: at.id,
			participantId: of,
			captureId: "capture-1",
			startedAt: rfc3339(startedAtMs + afterMs),
			language: "en",
			...more,
		});
	}

	const work = async () => {
		while ((await jobs.runDue()) > 0);
	};
	const transcriptsOf = (id = meeting.id) => get(owner, `/meetings/${id}/transcripts`);

	/** Returns the only transcript of a meeting, and its segments. */
	async function only(id = meeting.id): Promise<{ transcript: Transcript; heard: readonly Segment[] }> {
		const [transcript, ...others] = await transcriptsOf(id);
		expect(others).toEqual([]);
		return { transcript, heard: await segments(owner, transcript.id) };
	}

	interface Transcript {
		readonly id: string;
		readonly revision: number;
		readonly segmentCount: number;
	}

	const speakersIn = (heard: readonly Segment[]) => [...new Set(heard.map(({ speaker }) => speaker?.participantId))];
	const said = (heard: readonly Segment[], participantId: string) =>
		heard.flatMap(({ speaker, text }) => (speaker?.participantId === participantId ? text : [])).join(" ");

	test("become one transcript: in the order in which people spoke, with their names", async () => {
		await send(supplier, { by: guest, of: guest.id, afterMs: 10_000 });
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		await send(offer, { by: owner, of: hostId, afterMs: 20_000 });

		await work();

		const { transcript, heard } = await only();
		expect(transcript).toMatchObject({
			state: "ready",
			captureId: "capture-1",
			recordingId: null,
			languages: ["en"],
			engine: { engine: "openai" },
			segmentCount: heard.length,
		});
		expect(heard.map(({ startMs }) => startMs)).toEqual(heard.map(({ startMs }) => startMs).sort((a, b) => a - b));
		expect(heard[0]?.startMs).toBeGreaterThanOrEqual(2_000);
		expect(heard.find(({ text }) => /supplier/.test(text))?.startMs).toBeGreaterThanOrEqual(10_000);
		expect(heard.at(-1)?.words[0]?.startMs).toBeGreaterThanOrEqual(20_000);
		expect(said(heard, hostId)).toMatch(/budget.*second offer/s);
		expect(said(heard, guest.id)).toMatch(/price/);
		expect(new Set(heard.map(({ speaker }) => speaker?.label))).toEqual(new Set(["A Person", "Grace"]));
		const shown = await get(owner, `/meetings/${meeting.id}`);
		expect(shown.artifacts.transcript).toMatchObject({ state: "ready", transcriptId: transcript.id });
		const usage = await db.select().from(usageRecords).where(eq(usageRecords.orgId, owner.orgId));
		expect(usage.filter(({ meter }) => meter === "transcriptionMs")).toHaveLength(3);
		expect(await db.select().from(processingWindows).where(eq(processingWindows.orgId, owner.orgId))).toEqual([]);
	});

	test("that come late extend it by a revision, and leave what people have changed", async () => {
		await send(budget, { by: owner, of: hostId, afterMs: 5_000 });
		await work();
		const before = await only();
		const [first] = before.heard;
		await owner.patch(`/transcripts/${before.transcript.id}/segments/${first?.id}`, { text: "Good evening." });
		await owner.patch(`/transcripts/${before.transcript.id}/speakers/${first?.speaker?.id}`, { label: "The host" });
		await owner.post(`/meetings/${meeting.id}/end`, {});

		// It began before the other, on a laptop that was closed.
		await send(supplier, { by: guest, of: guest.id, afterMs: 1_000 });
		await send(offer, { by: owner, of: hostId, afterMs: 30_000 });
		await work();

		const { transcript, heard } = await only();
		expect(transcript.id).toBe(before.transcript.id);
		expect(transcript).toMatchObject({ revision: 4, state: "ready", segmentCount: heard.length });
		expect(heard[0]?.speaker?.participantId).toBe(guest.id);
		expect(heard.find(({ id }) => id === first?.id)?.text).toBe("Good evening.");
		expect(new Set(heard.map(({ speaker }) => speaker?.label))).toEqual(new Set(["The host", "Grace"]));
		expect(said(heard, hostId)).toMatch(/Good evening\..*offer/s);
		const { artifacts } = await get(owner, `/meetings/${meeting.id}`);
		expect(artifacts.transcript).toMatchObject({ transcriptId: transcript.id, segmentCount: heard.length });
	});

	test("leave out who denied transcription", async () => {
		await decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });
		const left = await send(supplier, { by: guest, of: guest.id, afterMs: 10_000 });
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });

		await work();

		expect(await jobOf(owner, left)).toMatchObject({ state: "cancelled", failure: { code: "consent_required" } });
		expect(speakersIn((await only()).heard)).toEqual([hostId]);
	});

	test("are heard to their end when another one refuses to be recorded, whom they do not contain", async () => {
		await owner.patch(`/meetings/${meeting.id}`, { recording: { mode: "manual", consent: "notify" } });
		await send(supplier, { by: guest, of: guest.id, afterMs: 10_000 });
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		const other = await guestIn(meeting, "Mallory");
		await decide(other, meeting, other.id, { kind: "recording", decision: "denied" });

		await work();

		expect(new Set(speakersIn((await only()).heard))).toEqual(new Set([hostId, guest.id]));
	});

	test("leave out who denies it while others are still heard", async () => {
		await send(supplier, { by: guest, of: guest.id, afterMs: 10_000 });
		api.advanceMs(1);
		const last = await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		engine.failAfter = engine.heard.length + 1;
		await jobs.runDue();
		expect(await jobOf(owner, last)).toMatchObject({ state: "queued" });
		expect(await transcriptsOf()).toMatchObject([{ state: "processing", segmentCount: 0 }]);

		await decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });
		engine.failAfter = Number.POSITIVE_INFINITY;
		api.advanceMs(30_000);
		await work();

		const { heard } = await only();
		expect(speakersIn(heard)).toEqual([hostId]);
		expect(heard.map(({ text }) => text).join(" ")).not.toMatch(/supplier/);
		expect(await db.select().from(processingWindows).where(eq(processingWindows.orgId, owner.orgId))).toEqual([]);
	});

	test("are without one that cannot be heard, or whose job is cancelled", async () => {
		// A file that says of itself to be compressed, and is not.
		const broken = wavOf(64_044).fill(0x55, 20, 22);
		const failed = await send(broken, { by: guest, of: guest.id, afterMs: 4_000 });
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		const cancelled = await send(offer, { by: owner, of: hostId, afterMs: 9_000 });
		await owner.post(`/jobs/${(await jobOf(owner, cancelled)).id}/cancel`, {});

		await work();

		expect(await jobOf(owner, failed)).toMatchObject({ state: "failed" });
		const { transcript, heard } = await only();
		expect(transcript).toMatchObject({ state: "ready" });
		expect(said(heard, hostId)).not.toMatch(/offer/);

		await owner.post(`/jobs/${(await jobOf(owner, cancelled)).id}/retry`, {});
		await work();
		expect(said((await only()).heard, hostId)).toMatch(/budget.*offer/s);
	});

	test("of which none can be heard are a transcript that failed", async () => {
		await send(wavOf(64_044).fill(0x55, 20, 22), { by: guest, of: guest.id, afterMs: 4_000 });

		await work();

		expect((await get(owner, `/meetings/${meeting.id}`)).artifacts.transcript).toMatchObject({ state: "failed" });
		expect(await transcriptsOf()).toEqual([]);
	});

	test("are those of one meeting, whatever captures of others are called", async () => {
		const other = await openMeeting(owner);
		const host = await join(owner, other);
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		await send(offer, { by: owner, of: host.id, afterMs: 65_000, in: other });

		await work();

		expect(said((await only()).heard, hostId)).toMatch(/budget/);
		expect(said((await only(other.id)).heard, host.id)).toMatch(/offer/);
	});

	test("do not write a transcript again that was deleted", async () => {
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		await work();
		const { transcript } = await only();
		expect((await owner.delete(`/transcripts/${transcript.id}`)).status).toBe(204);

		await send(supplier, { by: guest, of: guest.id, afterMs: 10_000 });
		await work();

		const again = await only();
		expect(again.transcript.id).not.toBe(transcript.id);
		expect(speakersIn(again.heard)).toEqual([guest.id]);
	});

	test("stand alone without a capture, or when one is transcribed again: its speaker is known", async () => {
		const alone = await send(supplier, { by: guest, of: guest.id, afterMs: 10_000, captureId: undefined });
		await work();
		const { transcript, heard } = await only();
		expect(transcript).toMatchObject({ captureId: null, recordingId: alone.recordingId });
		expect(new Set(heard.map(({ speaker }) => speaker?.label))).toEqual(new Set(["Grace"]));

		const { recordingId } = await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		await work();
		await owner.post(`/meetings/${meeting.id}/transcribe`, { recordingId });
		await work();

		const all = await transcriptsOf();
		expect(all.map((each: { captureId: string | null }) => each.captureId)).toEqual([null, "capture-1", null]);
		expect(speakersIn(await segments(owner, all[0].id))).toEqual([hostId]);
	});

	test("go with their meeting", async () => {
		await send(budget, { by: owner, of: hostId, afterMs: 2_000 });
		await work();
		await owner.post(`/meetings/${meeting.id}/end`, {});
		await owner.delete(`/meetings/${meeting.id}`);

		await work();

		expect(await db.select().from(processingWindows).where(eq(processingWindows.orgId, owner.orgId))).toEqual([]);
		expect((await owner.get(`/meetings/${meeting.id}/transcripts`)).status).toBe(404);
	});
});
