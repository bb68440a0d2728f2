import { describe, expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const { openLive, push, join, decide, participants } = captionsOf(api);
const owner = await api.createOrganization();

const HELLO = { text: "Light bends.", speaker: { label: "Ada" }, startMs: 1_000, endMs: 2_500 };

describe("captions from outside", () => {
	test("become a live transcript that is read while the meeting runs", async () => {
		const meeting = await openLive(owner);

		const pushed = await push(owner, meeting, [HELLO, { ...HELLO, text: "Does it?", startMs: 2_600, endMs: 3_000 }]);

		expect(pushed.status).toBe(201);
		const { transcriptId, segments, lastSeq } = pushed.body.data;
		expect(lastSeq).toBe(2);
		const transcript = (await owner.get(`/transcripts/${transcriptId}`)).body.data;
		expect(transcript).toMatchObject({ state: "processing", live: true, source: "caption", segmentCount: 2 });
		const listed = (await owner.get(`/transcripts/${transcriptId}/segments`)).body.data;
		expect(listed).toMatchObject([
			{
				id: segments[0].id,
				seq: 1,
				text: "Light bends.",
				speaker: { label: "Ada" },
				source: "caption",
				startMs: 1_000,
			},
			{ id: segments[1].id, seq: 2, text: "Does it?", speaker: { id: listed[0].speaker.id } },
		]);
		expect((await owner.get(`/transcripts/${transcriptId}?format=vtt`)).text).toContain("<v Ada>Light bends.");
		const { artifacts } = (await owner.get(`/meetings/${meeting.id}`)).body.data;
		expect(artifacts.transcript).toMatchObject({ state: "processing", transcriptId });
	});

	test("cannot be edited before the meeting has ended", async () => {
		const meeting = await openLive(owner);
		const { transcriptId, segments } = (await push(owner, meeting, [HELLO])).body.data;
		const path = `/transcripts/${transcriptId}`;

		const edited = await owner.patch(`${path}/segments/${segments[0].id}`, { text: "No." });
		const removed = await owner.delete(path);

		for (const refused of [edited, removed]) {
			expect(refused.status).toBe(409);
			expect(refused.body.error.meta).toMatchObject({ state: "live" });
		}
	});

	test("are sent again with their id: the text is replaced once, and nothing stored twice", async () => {
		const meeting = await openLive(owner);
		const partial = (await push(owner, meeting, [{ ...HELLO, text: "Light", final: false }])).body.data;
		const { id } = partial.segments[0];
		expect(partial).toMatchObject({ transcriptId: null, lastSeq: 0, segments: [{ final: false }] });

		const first = (await push(owner, meeting, [{ ...HELLO, id }])).body.data;
		const again = (await push(owner, meeting, [{ ...HELLO, id }])).body.data;
		const better = (await push(owner, meeting, [{ ...HELLO, id, text: "Light bends in glass." }])).body.data;

		expect([first.lastSeq, again.lastSeq, better.lastSeq]).toEqual([1, 1, 2]);
		const listed = (await owner.get(`/transcripts/${first.transcriptId}/segments`)).body.data;
		expect(listed).toMatchObject([{ id, text: "Light bends in glass.", revision: 2, edited: false }]);
	});

	test("with a number that was sent before change nothing", async () => {
		const meeting = await openLive(owner);

		const first = await push(owner, meeting, [HELLO], "?seq=4");
		const again = await push(owner, meeting, [HELLO], "?seq=4");
		const older = await push(owner, meeting, [HELLO], "?seq=3");

		expect([first, again, older].map(({ body }) => [body.data.lastSeq, body.data.captionSeq])).toEqual([
			[1, 4],
			[1, 4],
			[1, 4],
		]);
	});

	test("come as text, too, and are shown when they arrive", async () => {
		const meeting = await openLive(owner);
		const headers = { "content-type": "text/plain;charset=utf-8" };
		const raw = "Grüezi mitenand, und willkommen.";

		const path = `/meetings/${meeting.id}/captions?seq=1&lang=de-CH`;
		const { status, body } = await owner.post(path, undefined, { raw, headers });

		expect(status).toBe(201);
		const [segment] = (await owner.get(`/transcripts/${body.data.transcriptId}/segments`)).body.data;
		expect(segment).toMatchObject({ text: raw, language: "de-CH", speaker: null });
		expect(segment.endMs).toBeGreaterThan(segment.startMs);
	});

	test("are known by their participant", async () => {
		const meeting = await openLive(owner);
		const [me] = await participants(owner, meeting);

		const pushed = await push(owner, meeting, [{ text: "I am here.", speaker: { participantId: me.id } }]);

		const [segment] = (await owner.get(`/transcripts/${pushed.body.data.transcriptId}/segments`)).body.data;
		expect(segment.speaker).toMatchObject({ participantId: me.id, label: me.name });
	});

	test.each([
		["no text", [{ text: " \n " }], 422],
		["a speaker with two names", [{ text: "a", speaker: { label: "A", participantId: `par_${"0".repeat(26)}` } }], 422],
		["an end before the start", [{ text: "a", startMs: 10, endMs: 9 }], 422],
		["a participant of nowhere", [{ text: "a", speaker: { participantId: `par_${"0".repeat(26)}` } }], 404],
		["nothing", [], 422],
		["too many", Array.from({ length: 101 }, () => ({ text: "a" })), 422],
		["an unknown member", [{ text: "a", seq: 1 }], 422],
		["no language", [{ text: "a", language: "xx-yyyy-zz" }], 422],
	])("with %s are refused as a whole", async (_what, segments, status) => {
		const meeting = await openLive(owner);

		const refused = await push(owner, meeting, [HELLO, ...segments].slice(segments.length === 0 ? 1 : 0));

		expect(refused.status).toBe(status);
		expect((await owner.get(`/meetings/${meeting.id}/transcripts`)).body.data).toEqual([]);
	});

	test("are for those who run a meeting of their organization", async () => {
		const meeting = await openLive(owner);
		const [member, stranger] = [await api.addMember(owner, "member"), await api.createOrganization()];

		const [byMember, byStranger] = [await push(member, meeting, [HELLO]), await push(stranger, meeting, [HELLO])];

		expect(byMember.status).toBeGreaterThanOrEqual(403);
		expect(byStranger.status).toBe(404);
		expect((await owner.get(`/meetings/${meeting.id}/transcripts`)).body.data).toEqual([]);
	});

	test("are not taken before a meeting starts, nor after it has ended", async () => {
		const scheduled = await openLive(owner, { scheduledStart: "2030-02-01T09:00:00Z" });
		const live = await openLive(owner);
		await push(owner, live, [HELLO]);
		await owner.post(`/meetings/${live.id}/end`, {});

		const [early, late] = [await push(owner, scheduled, [HELLO]), await push(owner, live, [HELLO])];

		expect([early.status, late.status]).toEqual([409, 409]);
		expect(codeOf(early)).toEqual([409, "state_conflict"]);
	});

	test("stop with the consent of one participant, where all have to", async () => {
		const meeting = await openLive(owner);
		const me = await join(owner, meeting);
		await push(owner, meeting, [HELLO]);

		await decide(owner, meeting, me.id, { kind: "transcription", decision: "denied" });
		const refused = await push(owner, meeting, [HELLO]);

		expect(codeOf(refused)).toEqual([403, "consent_required"]);
	});
});

describe("the end of a meeting", () => {
	inProcessTest("publishes what was said", async () => {
		const { end, framesOf, listen } = captionsOf(api);
		const meeting = await openLive(owner);
		const { transcriptId, sessionId } = (await push(owner, meeting, [HELLO, { ...HELLO, language: "de" }])).body.data;
		const heard = listen(sessionId);

		await end(owner, meeting);

		const closed = { type: "closed", transcriptId, segments: 2 };
		expect(heard).toEqual([closed]);
		expect(JSON.parse(await api.parley.services.captions.closingFrame({ orgId: owner.orgId, id: sessionId }))).toEqual(
			closed,
		);
		const transcript = (await owner.get(`/transcripts/${transcriptId}`)).body.data;
		expect(transcript).toMatchObject({ state: "ready", live: false, segmentCount: 2 });
		expect(transcript.languages.toSorted()).toEqual(["de", "en-US"]);
		// A summary is made of it.
		expect((await owner.get(`/meetings/${meeting.id}`)).body.data.state).toBe("processing");
		await api.parley.services.jobs.runDue();
		expect((await owner.get(`/meetings/${meeting.id}`)).body.data).toMatchObject({
			state: "ready",
			artifacts: { transcript: { state: "ready", transcriptId, segmentCount: 2 } },
		});
		expect((await framesOf(owner, sessionId)).map(({ seq }) => seq)).toEqual([1, 2]);
		const [segment] = (await owner.get(`/transcripts/${transcriptId}/segments`)).body.data;
		const edited = await owner.patch(`/transcripts/${transcriptId}/segments/${segment.id}`, { text: "Yes." });
		expect(edited.status).toBe(200);
	});

	inProcessTest("leaves nothing of a session in which nobody spoke", async () => {
		const { end } = captionsOf(api);
		const meeting = await openLive(owner);
		const { sessionId } = (await push(owner, meeting, [{ ...HELLO, final: false }])).body.data;

		await end(owner, meeting);

		const { closingFrame } = api.parley.services.captions;
		expect(JSON.parse(await closingFrame({ orgId: owner.orgId, id: sessionId }))).toEqual({
			type: "closed",
			transcriptId: null,
			segments: 0,
		});
		expect((await owner.get(`/meetings/${meeting.id}`)).body.data.state).toBe("ended");
	});
});
