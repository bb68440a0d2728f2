/** When what a meeting has expires: each class of data by a clock of its own. */
import { describe, expect } from "bun:test";
import { DAY_MS } from "#kernel/clock";
import type { Caller } from "#tests/support/client";
import { expirableOf } from "#tests/support/expirable";
import { forThisFile } from "#tests/support/for-this-file";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { openLibreServer } from "#tests/support/libretranslate";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url } });
const { fill, keyOf, keep } = expirableOf(api);

const count = async (by: Caller, path: string): Promise<number> => (await by.get(path)).body.data.length;

/** Returns what is shown of a meeting, by class of data. */
async function shown(by: Caller, meetingId: string) {
	const [recordings, transcripts, messages] = await Promise.all(
		["recordings", "transcripts", "chat"].map((what) => count(by, `/meetings/${meetingId}/${what}`)),
	);
	return { recordings, transcripts, messages };
}
const ALL = { recordings: 1, transcripts: 3, messages: 1 };
const PERIODS = { recordings: "10d", transcripts: "30d", chatLogs: "20d", examData: "40d" };

/** Creates an organization with these periods and a meeting that has everything, and a key that reads it at any time. */
async function prepared(meeting: Record<string, unknown> = {}) {
	const owner = await api.createOrganization();
	await keep(owner, PERIODS);
	const { ids } = await fill(owner, meeting);
	return { owner, key: await keyOf(owner), ids, meetingId: String(ids.meetingId) };
}

/** Signs somebody in again, whose token is of another time. */
async function again(person: SignedIn): Promise<SignedIn> {
	const { email, orgId } = person;
	const { body } = await api.post("/auth/login", { email, password: PASSWORD, orgId });
	return { ...person, token: body.access_token };
}

/** Runs `work` while the clock shows so much later; nothing has happened in between. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
	api.setClockAheadMs(ms);
	try {
		return await work();
	} finally {
		api.setClockAheadMs(-ms);
	}
}

inProcessDescribe("the retention period", () => {
	inProcessTest("of each class is over at its last millisecond, and no earlier", async () => {
		const { key, meetingId } = await prepared();
		const at = (ms: number) => later(ms, () => shown(key, meetingId));
		const days = [10, 20, 30].map((day) => day * DAY_MS);

		const [last, over]: Awaited<ReturnType<typeof shown>>[][] = [[], []];
		for (const ms of days) {
			last?.push(await at(ms - 1));
			over?.push(await at(ms));
		}
		const again = await at(0);

		expect(last).toEqual([ALL, { ...ALL, recordings: 0 }, { ...ALL, recordings: 0, messages: 0 }]);
		expect(over).toEqual([
			{ ...ALL, recordings: 0 },
			{ ...ALL, recordings: 0, messages: 0 },
			{ recordings: 0, messages: 0, transcripts: 0 },
		]);
		expect(again).toEqual(ALL);
	});

	inProcessTest("of an exam is the same for everything", async () => {
		const { key, meetingId } = await prepared({ kind: "exam" });

		const last = await later(40 * DAY_MS - 1, () => shown(key, meetingId));
		const over = await later(40 * DAY_MS, () => shown(key, meetingId));

		expect([last, over]).toEqual([ALL, { recordings: 0, transcripts: 0, messages: 0 }]);
	});

	inProcessTest("follows the kind of a meeting that is changed", async () => {
		const { owner, key, meetingId } = await prepared({ kind: "exam" });

		const path = `/meetings/${meetingId}`;
		await owner.patch(path, { kind: "class" });
		const asClass = await later(20 * DAY_MS, () => shown(key, meetingId));
		const { token } = await again(owner);
		await api.request("PATCH", path, { token, body: { kind: "exam" } });
		const asExam = await later(39 * DAY_MS, () => shown(key, meetingId));

		expect([asClass, asExam]).toEqual([{ recordings: 0, transcripts: 3, messages: 0 }, ALL]);
	});

	inProcessTest("has not begun while a meeting lasts, except that of its messages", async () => {
		const { key, meetingId } = await prepared({ isLive: true });

		const over = await later(50 * DAY_MS, () => shown(key, meetingId));

		expect(over).toEqual({ ...ALL, messages: 0 });
	});

	inProcessTest("of a recording begins with its upload, however long ago the meeting was", async () => {
		const { owner, key, meetingId } = await prepared();
		api.advanceMs(5 * DAY_MS);
		await uploading(api, await again(owner)).upload(wavOf(4_000), { meetingId });

		const sixth = await later(5 * DAY_MS, () => shown(key, meetingId));
		const meeting = await later(5 * DAY_MS, () => key.get(`/meetings/${meetingId}`));
		const last = await later(10 * DAY_MS, () => shown(key, meetingId));

		expect([sixth.recordings, last.recordings]).toEqual([1, 0]);
		expect(meeting.body.data.artifacts.recording).toMatchObject({ sizeBytes: 4_000 });
	});
});

describe("a meeting", () => {
	inProcessTest("says nothing of artifacts that have expired", async () => {
		const { key, meetingId } = await prepared();
		const read = async () => (await key.get(`/meetings/${meetingId}`)).body.data;
		const before = (await read()).artifacts;

		const after = await later(30 * DAY_MS, async () => [
			(await read()).artifacts,
			(await key.get("/meetings")).body.data[0].artifacts,
		]);

		expect([before.recording.state, before.transcript.state, before.summary.state]).toEqual([
			"ready",
			"ready",
			"ready",
		]);
		const gone = {
			recording: { state: "deleted", sizeBytes: 0, durationMs: null, expiresAt: null },
			transcript: { state: "deleted", transcriptId: null, languages: [], segmentCount: 0 },
			translations: [],
			summary: { state: "deleted", level: null },
		};
		expect(after).toEqual([gone, gone]);
	});

	inProcessTest("that is held keeps everything, until the hold is released", async () => {
		const { owner, key, meetingId } = await prepared();
		const hold = await holds.placed(owner, { scope: "meeting", meetingId });

		const held = await later(50 * DAY_MS, () => shown(key, meetingId));
		await holds.release(await again(owner), hold);
		const released = await later(50 * DAY_MS, () => shown(key, meetingId));

		expect([held, released]).toEqual([ALL, { recordings: 0, transcripts: 0, messages: 0 }]);
	});
});

describe("what has expired", () => {
	inProcessTest("cannot be changed, and is missing to whoever tries", async () => {
		const { owner, ids } = await prepared();
		const [meeting, transcript] = [`/meetings/${ids.meetingId}`, `/transcripts/${ids.transcriptId}`];
		const writes = [
			["PATCH", `${transcript}/segments/${ids.segmentId}`, { text: "Other" }],
			["PATCH", `${transcript}/speakers/${ids.speakerId}`, { label: "Other" }],
			["POST", `${transcript}/translations`, { targetLanguage: "es" }],
			["DELETE", `${transcript}/translations/${ids.translationId}`, undefined],
			["DELETE", transcript, undefined],
			["PATCH", `${meeting}/summary`, { overview: "Other" }],
			["DELETE", `${meeting}/summary`, undefined],
			["PATCH", `${meeting}/action-items/${ids.itemId}`, { text: "Other" }],
			["DELETE", `${meeting}/action-items/${ids.itemId}`, undefined],
			["POST", `${meeting}/recordings/${ids.recordingId}/tickets`, {}],
			["DELETE", `${meeting}/recordings/${ids.recordingId}`, undefined],
		] as const;

		const answers = await later(50 * DAY_MS, async () => {
			const { token } = await again(owner);
			const found: unknown[] = [];
			for (const [method, path, body] of writes)
				found.push([method, path, codeOf(await api.request(method, path, { token, ...(body && { body }) }))]);
			return found;
		});

		expect(answers).toEqual(writes.map(([method, path]) => [method, path, [404, "not_found"]]));
	});

	inProcessTest("is not made anew of a meeting that is too long ago", async () => {
		const { owner, meetingId } = await prepared();
		const answers = await later(31 * DAY_MS, async () => {
			const { token } = await again(owner);
			const headers = { "content-type": "text/vtt" };
			const raw = "WEBVTT\n\n00:01.000 --> 00:02.000\nLate.\n";
			return Promise.all([
				api.request("PUT", `/meetings/${meetingId}/transcripts`, { token, raw, headers }),
				api.request("POST", `/meetings/${meetingId}/summary`, { token, body: {} }),
				api.request("POST", `/meetings/${meetingId}/action-items`, { token, body: { text: "Late." } }),
				api.request("POST", `/meetings/${meetingId}/transcribe`, { token, body: {} }),
			]);
		});

		expect(answers.map(codeOf)).toEqual(Array(4).fill([409, "not_retained"]));
	});
});
