import { describe, expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import { switchingOf } from "#tests/support/flags";
import { type SignedIn, type TestResponse, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { searchesOf } from "#tests/support/searches";
import { type Line, summariesOf } from "#tests/support/summaries";
import { isInProcess } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const switchTo = switchingOf(api);
const summaries = summariesOf(api);
const captions = captionsOf(api);
const { texts, found, settle } = searchesOf(api);

const NUMBER = "(415) 555-2671";
const SAID = `Ben will call the supplier at ${NUMBER} by Friday.`;
const SHOWN = "Ben will call the supplier at [phone] by Friday.";
const LINES: readonly Line[] = [
	["Ana", "Good morning. The budget of the new school building is approved."],
	["Ben", SAID],
	["Ana", "We decided to send the contract to anna.meyer@example.com after the meeting."],
	["Ben", "The supplier of the windows is waiting for the contract."],
];

/** Switches the feature for the rest of a test. */
const redact = (owner: SignedIn, piiRedaction: boolean) => switchTo(owner, { piiRedaction });

/** Returns all that is shown of a transcript: to readers, as files and of what it said earlier. */
async function shownOf(owner: SignedIn, transcriptId: string, segmentId: string): Promise<readonly TestResponse[]> {
	return Promise.all([
		transcripts.segments(owner, transcriptId),
		transcripts.segments(owner, transcriptId, "?include=words"),
		transcripts.segment(owner, transcriptId, segmentId),
		transcripts.revisions(owner, transcriptId, segmentId),
		...["json", "vtt", "srt", "txt"].map((format) => transcripts.get(owner, transcriptId, `?format=${format}`)),
	]);
}

const owner = await api.createOrganization({ featureFlags: { piiRedaction: false } });
const meetingId = await summaries.meeting(owner);
const { id: transcriptId } = await summaries.say(owner, meetingId, LINES);
const { id: segmentId } = (await transcripts.segments(owner, transcriptId)).body.data[1];
await transcripts.edit(owner, transcriptId, segmentId, { text: `${SAID} Or write to ben@example.com.` });
await transcripts.edit(owner, transcriptId, segmentId, { text: SAID });
await settle();

describe("piiRedaction", () => {
	test("off: everything is shown as it was said", async () => {
		await redact(owner, false);

		for (const { text } of await shownOf(owner, transcriptId, segmentId)) expect(text).toContain(NUMBER);
	});

	test("on: no number and no address is shown, read, exported or in an earlier text; off again: all of it", async () => {
		await redact(owner, false);
		const before = await shownOf(owner, transcriptId, segmentId);
		await redact(owner, true);

		const during = await shownOf(owner, transcriptId, segmentId);
		await redact(owner, false);

		for (const { text, status } of during) {
			expect(status).toBe(200);
			expect(text).toContain("[phone]");
			expect(text).not.toMatch(/\(415| 555|@example/);
		}
		expect((await shownOf(owner, transcriptId, segmentId)).map(({ text }) => text)).toEqual(
			before.map(({ text }) => text),
		);
		const tags = (answers: readonly TestResponse[]) => answers.map(({ headers }) => headers.get("etag"));
		for (const [at, tag] of tags(during).entries()) if (tag !== null) expect(tag).not.toBe(tags(before)[at] ?? null);
	});

	test("on: words that make up a number are one word", async () => {
		const id = await summaries.meeting(owner);
		const words = SAID.split(" ").map((text, at) => ({ text, startMs: at * 100, endMs: at * 100 + 99, confidence: 1 }));
		const file = JSON.stringify({ language: "en", segments: [{ startMs: 0, endMs: 2_000, text: SAID, words }] });
		const imported = await transcripts.imported(owner, id, file, "application/json");
		await redact(owner, true);

		const [segment] = (await transcripts.segments(owner, imported.id, "?include=words")).body.data;

		const shown: readonly { text: string }[] = segment.words;
		expect(shown.map(({ text }) => text).join(" ")).toBe(SHOWN);
		expect(segment.words[6]).toEqual({ text: "[phone]", startMs: 600, endMs: 799, confidence: 1 });
	});

	test("on: what is not shown is not found, and hits are shown without it", async () => {
		await redact(owner, false);
		expect(await texts(owner, "2671")).toContain(SAID);
		await redact(owner, true);

		expect(await texts(owner, "2671")).toEqual([]);
		expect(await texts(owner, "meyer")).toEqual([]);
		const [hit] = await found(owner, "supplier friday", `&meetingId=${meetingId}`);
		expect(hit.text).toBe(SHOWN);
		expect(hit.snippet).toBe("Ben will call the <mark>supplier</mark> at [phone] by <mark>Friday</mark>.");
	});

	test("on: whoever sends back what they were shown changes nothing; a correction is shown redacted, too", async () => {
		await redact(owner, true);
		const { body } = await transcripts.edit(owner, transcriptId, segmentId, { text: SHOWN });
		const corrected = await transcripts.edit(owner, transcriptId, segmentId, { text: `${SAID} Not (415) 555-2672.` });
		expect(body.data).toMatchObject({ text: SHOWN, revision: 3 });
		expect(corrected.body.data).toMatchObject({ text: `${SHOWN} Not [phone].`, revision: 4 });
		await redact(owner, false);

		const { data } = (await transcripts.segment(owner, transcriptId, segmentId)).body;

		expect(data.text).toBe(`${SAID} Not (415) 555-2672.`);
		await transcripts.edit(owner, transcriptId, segmentId, { text: SAID });
	});

	test("on: summaries and action items are made and shown without it, those of before as well", async () => {
		const earlier = await api.createOrganization({ featureFlags: { piiRedaction: false } });
		const later = await api.createOrganization({ featureFlags: { piiRedaction: true } });
		const shown: string[] = [];
		for (const by of [earlier, later]) {
			const id = await summaries.meeting(by);
			await summaries.say(by, id, LINES);
			await summaries.made(by, id);
			const before = `${(await summaries.get(by, id)).text}${JSON.stringify(await summaries.items(by, id))}`;
			await redact(by, by === earlier);
			const after = `${(await summaries.get(by, id)).text}${JSON.stringify(await summaries.items(by, id))}`;
			shown.push(before, after);
		}

		const [asSaid, hiddenLater, hidden, made] = shown;
		expect(asSaid).toContain(NUMBER);
		for (const text of [hiddenLater, hidden, made]) {
			expect(text).toContain("[phone]");
			expect(text).not.toMatch(/\(415| 555|@example/);
		}
	});
});

describe("piiRedaction in a live meeting", () => {
	const caption = (text: string, more = {}) => ({ text, language: "en-US", ...more });

	test("on: captions are announced and replayed without it, and a number that is being spoken is held back", async () => {
		const speaker = await api.createOrganization({ featureFlags: { piiRedaction: true } });
		const meeting = await captions.openLive(speaker);
		await captions.push(speaker, meeting, [caption("Good morning.")]);
		const { id } = await api.parley.services.captions.session({ orgId: speaker.orgId, id: meeting.id } as never);
		const heard = captions.listen(id);

		await captions.push(speaker, meeting, [caption("Call me at 415 555", { final: false })]);
		await captions.push(speaker, meeting, [caption(`Call me at ${NUMBER}.`)]);

		const during = await captions.framesOf(speaker, id);
		await redact(speaker, false);
		const after = await captions.framesOf(speaker, id);
		expect(during.map(({ segment }) => segment.text)).toEqual(["Good morning.", "Call me at [phone]."]);
		expect(after.map(({ segment }) => segment.text)).toEqual(["Good morning.", `Call me at ${NUMBER}.`]);
		// The binary announces on a bus of its own.
		const announced = isInProcess ? ["Call me at [number]", "Call me at [phone]."] : [];
		expect(heard.map(({ segment }) => segment.text)).toEqual(announced);
	});

	test("is on by default in healthcare, and off elsewhere", async () => {
		const token = await api.signInSystem();
		const flagOf = async (orgType: string) => {
			const made = await api.request("POST", "/orgs", { token, body: { name: `A ${orgType}`, orgType } });
			expect(codeOf(made)).toEqual([201, undefined]);
			return made.body.data.featureFlags.piiRedaction;
		};

		expect([await flagOf("healthcare"), await flagOf("business")]).toEqual([true, false]);
	});
});
