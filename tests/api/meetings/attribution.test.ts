/** Nothing is attributed to a participant who denied consent, whatever way names them. */
import { beforeEach, describe, expect, test } from "bun:test";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { AGREED, transcripts } from "#tests/support/transcripts";
import { until } from "#tests/support/until";

const api = await useHarness();
const { openMeeting, guestIn, decide } = guestsOf(api);

const FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Light bends.\n\n00:02.000 --> 00:03.000\n<v Grace>Does it?\n";
const DENIED = { kind: "transcription", decision: "denied" } as const;
const REFUSED = [403, "consent_required"];

let owner: SignedIn;
let meeting: OpenMeeting;
beforeEach(async () => {
	owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
	meeting = await openMeeting(owner);
});

const imported = async (file = FILE): Promise<string> =>
	(await transcripts.import(owner, meeting.id, file, "text/vtt")).body.data.id;

/** How a participant who has denied it leaves the room. */
const ENDS: readonly (readonly [string, (guest: string, token: string) => Promise<unknown>])[] = [
	["is in the room", async () => undefined],
	["has left", (_, token) => api.as(token).post(`/meetings/${meeting.id}/leave`, {})],
	["was removed", (guest) => owner.delete(`/meetings/${meeting.id}/participants/${guest}`)],
];

describe("words are not attributed to a participant who denied it", () => {
	/** A transcript of two speakers; Grace's is linked to her, who then denied, and has left as said. */
	async function denied(end: (typeof ENDS)[number][1]) {
		const grace = await guestIn(meeting, "Grace");
		const bob = await guestIn(meeting, "Bob");
		const id = await imported();
		const [adas, graces] = (await transcripts.speakers(owner, id)).body.data;
		expect([adas.participantId, graces.participantId]).toEqual([null, grace.id]);
		await decide(grace, meeting, grace.id, DENIED);
		await end(grace.id, grace.token);
		const [segment, second] = (await transcripts.segments(owner, id)).body.data;
		const change = (speaker: { readonly id: string }, body: object) =>
			transcripts.editSpeaker(owner, id, speaker.id, body);
		return { grace, bob, id, adas, graces, segment, second, change };
	}

	test.each(ENDS)("and %s: by no way that names a speaker", async (_, end) => {
		const { id, grace, bob, adas, graces, segment, second, change } = await denied(end);

		const refused = [
			await transcripts.edit(owner, id, segment.id, { speakerId: graces.id }),
			await transcripts.edit(owner, id, segment.id, { speakerId: graces.id, text: "Light is bent." }),
			await change(adas, { participantId: grace.id }),
			await change(adas, { mergeInto: graces.id }),
			await change(adas, { label: " grace " }),
		];
		const allowed = [
			await transcripts.edit(owner, id, second.id, { text: "Does it bend?" }),
			await change(graces, { label: "Grace Hopper" }),
			await change(adas, { participantId: bob.id }),
			await change(graces, { mergeInto: adas.id }),
		];
		const back = await change(graces, { mergeInto: null });
		const unlinked = await change(graces, { mergeInto: null, participantId: null, label: "Speaker 2" });

		expect(refused.map(codeOf)).toEqual(refused.map(() => REFUSED));
		expect(allowed.map(({ status }) => status)).toEqual(allowed.map(() => 200));
		expect(codeOf(back)).toEqual(REFUSED);
		expect(unlinked.status).toBe(200);
		expect((await transcripts.segments(owner, id)).body.data).toMatchObject([
			{ text: "Light bends.", speaker: { id: adas.id, participantId: bob.id } },
			{ text: "Does it bend?", speaker: { id: graces.id, participantId: null, label: "Speaker 2" } },
		]);
	});

	test("nor through a speaker that is merged into theirs", async () => {
		const grace = await guestIn(meeting, "Grace");
		const three = `${FILE}\n00:03.000 --> 00:04.000\n<v Eve>Yes.\n`;
		const id = await imported(three);
		const [adas, graces, eves] = (await transcripts.speakers(owner, id)).body.data;
		await transcripts.editSpeaker(owner, id, eves.id, { mergeInto: graces.id });
		await decide(grace, meeting, grace.id, DENIED);
		const [segment] = (await transcripts.segments(owner, id)).body.data;

		const answers = [
			await transcripts.edit(owner, id, segment.id, { speakerId: eves.id }),
			await transcripts.editSpeaker(owner, id, adas.id, { mergeInto: eves.id }),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => REFUSED));
	});

	test("by captions that name them, by id or by name", async () => {
		const grace = await guestIn(meeting, "Grace");
		const push = (...speakers: (object | null)[]) =>
			owner.post(`/meetings/${meeting.id}/captions`, {
				segments: speakers.map((speaker) => ({ text: "Yes.", speaker })),
			});
		const before = await push({ participantId: grace.id }, { label: "Grace" });
		await decide(grace, meeting, grace.id, DENIED);

		const refused = [
			await push({ participantId: grace.id }),
			await push({ label: "GRACE" }),
			await push({ label: "Bob" }, { label: "Grace" }),
		];
		const taken = await push({ label: "Bob" }, null);

		expect([before.status, taken.status]).toEqual([201, 201]);
		expect(refused.map(codeOf)).toEqual(refused.map(() => REFUSED));
	});

	test("who was never in the room, either", async () => {
		const member = await api.addMember(owner, "member");
		const invited = await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
		expect((await decide(member, meeting, invited.body.data.id, DENIED)).status).toBe(200);
		const id = await imported();
		const [speaker] = (await transcripts.speakers(owner, id)).body.data;

		const linked = await transcripts.editSpeaker(owner, id, speaker.id, { participantId: invited.body.data.id });

		expect(codeOf(linked)).toEqual(REFUSED);
	});

	test("who denies it while a file is imported, whatever the importer states", async () => {
		const grace = await guestIn(meeting, "Grace");
		const segments = Array.from({ length: 20_000 }, (_, at) => ({
			startMs: at * 10,
			endMs: at * 10 + 5,
			text: "Yes.",
			speaker: { id: "spk_01jd0z7v9gf2nbrexx3vqjhp41", label: "Grace", participantId: grace.id },
		}));
		let isOver = false;
		const importing = transcripts
			.import(owner, meeting.id, JSON.stringify({ segments }), "application/json", `?${AGREED}`)
			.finally(() => {
				isOver = true;
			});
		await until(async () => (await transcripts.list(owner, meeting.id)).body.data.length > 0);

		const { status } = await decide(grace, meeting, grace.id, DENIED);

		expect([status, isOver]).toEqual([200, false]);
		const { body } = await importing;
		expect(body.data.recognized.speakers).toMatchObject([{ participantId: null, segmentCount: 20_000 }]);
		expect((await transcripts.speakers(owner, body.data.id)).body.data).toMatchObject([{ participantId: null }]);
	});
});
