import { expect, test } from "bun:test";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { codeOf } from "../support/responses.ts";
import { LINES, type Line, summariesOf, textsOf } from "../support/summaries.ts";
import { transcripts } from "../support/transcripts.ts";

const api = await useHarness();
const summaries = summariesOf(api);
const guests = guestsOf(api);

/** A running meeting with a guest called Ben, in an organization that asks for consent in this way. */
async function withGuest(recordingConsent: string) {
	const owner = await api.createOrganization({ settings: { recordingConsent } });
	const meeting = await guests.openMeeting(owner, { kind: "other" });
	const ben = await guests.guestIn(meeting, "Ben");
	const decide = (decision: string) => guests.decide(ben, meeting, ben.id, { kind: "summary", decision });
	return { owner, meeting, meetingId: meeting.id, ben, decide };
}

test("nothing is summarized before everybody consents where they have to, and a denial stops what is being made", async () => {
	const { owner, meetingId, decide } = await withGuest("required");
	await summaries.say(owner, meetingId);
	const undecided = await summaries.ask(owner, meetingId);
	await decide("granted");

	const asked = await summaries.ask(owner, meetingId);
	await decide("denied");
	await api.parley.services.jobs.runDue();

	expect([undecided, asked].map((each) => each.status)).toEqual([403, 202]);
	expect(codeOf(undecided)[1]).toBe("consent_required");
	expect((await summaries.get(owner, meetingId)).status).toBe(404);
	expect(codeOf(await summaries.ask(owner, meetingId))[1]).toBe("consent_required");
});

test("what somebody said who denies it is left out where consent is optional", async () => {
	const { owner, meetingId, ben, decide } = await withGuest("optional");
	const { id } = await summaries.say(owner, meetingId);
	const speakers = (await transcripts.speakers(owner, id)).body.data;
	const speaker = speakers.find(({ label }: { label: string }) => label === "Ben");
	await transcripts.editSpeaker(owner, id, speaker.id, { participantId: ben.id });
	await decide("denied");

	await summaries.ask(owner, meetingId, { replaceEdits: true });
	const made = await summaries.made(owner, meetingId);

	const own = LINES.filter(([who]) => who === "Ben").map(([, text]) => text);
	const items = await summaries.items(owner, meetingId);
	const said = textsOf([...made.keyPoints, ...made.decisions, ...made.questions, ...items]);
	expect(said.filter((text) => own.includes(text))).toEqual([]);
	expect(textsOf(made.decisions)).toEqual(["We decided to delay the launch of the product."]);
});

test("a guest reads the summary of their meeting, and changes nothing", async () => {
	const { owner, meetingId, ben } = await withGuest("optional");
	await summaries.say(owner, meetingId);
	await summaries.made(owner, meetingId);

	const answers = [
		await summaries.get(ben, meetingId),
		await ben.get(summaries.itemsPath(meetingId)),
		await summaries.ask(ben, meetingId),
		await summaries.edit(ben, meetingId, { overview: "Mine." }),
	];

	expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
});

test("two hours are summarized in less than two seconds of the processor, while others are served", async () => {
	const owner = await api.createOrganization();
	const meetingId = await summaries.meeting(owner);
	const lines = Array.from({ length: 2_000 }, (_, at): Line => {
		const [who, text] = LINES[at % LINES.length] ?? ["Ana", ""];
		return [who, `${text.slice(0, -1)}, item ${at % 37} of section ${at % 11}.`];
	});
	await summaries.say(owner, meetingId, lines);
	let longestMs = 0;
	let isDone = false;
	const before = process.cpuUsage();

	const job = api.parley.services.jobs.runDue().finally(() => {
		isDone = true;
	});
	while (!isDone) {
		const since = performance.now();
		await new Promise<void>((resolve) => setImmediate(resolve));
		longestMs = Math.max(longestMs, performance.now() - since);
	}
	await job;

	const { user, system } = process.cpuUsage(before);
	expect((await summaries.get(owner, meetingId)).body.data.state).toBe("ready");
	expect((user + system) / 1_000).toBeLessThan(2_000);
	expect(longestMs).toBeLessThan(500);
});
