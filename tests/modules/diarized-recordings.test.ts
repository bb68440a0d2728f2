import { expect, test } from "bun:test";
import { forThisFile } from "../support/for-this-file.ts";
import { useHarness } from "../support/harness.ts";
import { processingOf } from "../support/processing.ts";
import { uploading } from "../support/uploading.ts";

const RATE = 8_000;
/** A voice is a tone of its own. */
const TONES = { Ada: 300, Bob: 700, Eve: 1_500 } as const;
type Person = keyof typeof TONES;
const SPEAKS_MS = 3_000;
const PAUSES_MS = 1_000;

/** Returns a recording of one channel in which people speak in turn, three seconds each. */
function recordingOf(turns: readonly Person[]): Uint8Array<ArrayBuffer> {
	const perMs = RATE / 1_000;
	const bytes = new Uint8Array(44 + turns.length * (SPEAKS_MS + PAUSES_MS) * perMs).fill(128);
	const view = new DataView(bytes.buffer);
	new TextEncoder().encodeInto("RIFF....WAVEfmt ", bytes);
	view.setUint32(4, bytes.length - 8, true);
	view.setUint32(16, 16, true);
	for (const [at, value] of [
		[20, 1],
		[22, 1],
		[32, 1],
		[34, 8],
	] as const)
		view.setUint16(at, value, true);
	view.setUint32(24, RATE, true);
	view.setUint32(28, RATE, true);
	new TextEncoder().encodeInto("data", bytes.subarray(36));
	view.setUint32(40, bytes.length - 44, true);
	for (const [turn, person] of turns.entries())
		for (let n = 0; n < SPEAKS_MS * perMs; n++)
			bytes[44 + turn * (SPEAKS_MS + PAUSES_MS) * perMs + n] =
				128 + Math.round(60 * Math.sin((2 * Math.PI * TONES[person] * n) / RATE));
	return bytes;
}

/** Returns which tone there is in samples at 16 kHz, by how often it crosses zero; null where there is silence. */
function voiceIn(samples: Int16Array): Person | null {
	const from = samples.findIndex((sample) => Math.abs(sample) > 1_000);
	const sound = samples.subarray(
		from,
		samples.findLastIndex((sample) => Math.abs(sample) > 1_000),
	);
	if (from < 0 || sound.length < 400) return null;
	let crossings = 0;
	for (let n = 1; n < sound.length; n++) if ((sound[n] ?? 0) >= 0 !== (sound[n - 1] ?? 0) >= 0) crossings++;
	const hertz = (crossings / 2 / sound.length) * 16_000;
	const people = Object.entries(TONES) as [Person, number][];
	return people.toSorted((a, b) => Math.abs(a[1] - hertz) - Math.abs(b[1] - hertz))[0]?.[0] ?? null;
}

/** A server that tells voices apart, and names them anew in each answer, in the order in which they speak. */
const answers: number[] = [];
const server = await forThisFile(
	(() => {
		const serving = Bun.serve({
			port: 0,
			async fetch(request) {
				const file = (await request.formData()).get("file") as Blob;
				const samples = new Int16Array((await file.arrayBuffer()).slice(44));
				answers.push(Math.round(samples.length / 16_000));
				const names = new Map<Person, string>();
				const segments: { start: number; end: number; text: string; speaker: string }[] = [];
				const step = 1_600;
				for (let from = 0; from < samples.length; from += step) {
					const person = voiceIn(samples.subarray(from, from + step));
					if (person === null) continue;
					const speaker = names.get(person) ?? `SPEAKER_0${names.size}`;
					names.set(person, speaker);
					const last = segments.at(-1);
					const [start, end] = [from / 16_000, (from + step) / 16_000];
					if (last?.speaker === speaker && start - last.end < 0.5) last.end = end;
					else segments.push({ start, end, text: person, speaker });
				}
				return Response.json({ text: "", language: "en", segments });
			},
		});
		return { url: `http://127.0.0.1:${serving.port}/v1`, close: () => serving.stop(true) };
	})(),
);
const api = await useHarness({
	env: { STT_PROVIDER: "openai", STT_URL: server.url, STT_MODEL: "diarizes", MODELS_DIR: "/nonexistent" },
});
const { jobOf } = processingOf(api);

test("voices that a server tells apart are the same over all pieces of a recording, each part once", async () => {
	const owner = await api.createOrganization();
	// The server meets Bob first in the second piece, and Eve in the third only.
	const turns = Array.from(
		{ length: 330 },
		(_, turn): Person => (turn > 310 && turn % 3 === 0 ? "Eve" : turn % 2 === 0 ? "Ada" : "Bob"),
	);
	const recorded = await uploading(api, owner).upload(recordingOf(turns), { filename: "meeting.wav" });

	await api.parley.services.jobs.runDue();

	const job = await jobOf(owner, recorded);
	expect(job).toMatchObject({ state: "succeeded", failure: null });
	expect(answers.slice(1).map((seconds) => seconds <= 600)).toEqual([true, true, true]);
	const heard: { text: string; startMs: number; speaker: { label: string } }[] = [];
	for (let cursor = ""; ; ) {
		const path = `/transcripts/${job.transcriptId}/segments?limit=200${cursor && `&cursor=${cursor}`}`;
		const { body } = await api.request("GET", path, { token: owner.token });
		heard.push(...body.data);
		if (!body.page.hasMore) break;
		cursor = body.page.nextCursor;
	}
	expect(heard.map(({ text }) => text)).toEqual(turns);
	const labels = { Ada: "Speaker 1", Bob: "Speaker 2", Eve: "Speaker 3" };
	expect(heard.map(({ speaker }) => speaker?.label)).toEqual(turns.map((person) => labels[person]));
});
