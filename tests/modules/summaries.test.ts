import { describe, expect, test } from "bun:test";
import { guestsOf } from "../support/guests.ts";
import type { TestResponse } from "../support/harness.ts";
import { useHarness } from "../support/harness.ts";
import { LINES, type Line, summariesOf, textsOf } from "../support/summaries.ts";
import { transcriptsOf } from "../support/transcripts.ts";

const api = await useHarness();
const summaries = summariesOf(api);
const transcripts = transcriptsOf(api);
const guests = guestsOf(api);

const codeOf = ({ body }: TestResponse): string => body.error.code;

/** A meeting with a transcript and its summary. */
async function summarized(lines: readonly Line[] = LINES, { language = "en", ...body }: Record<string, string> = {}) {
	const owner = await api.createOrganization();
	const meetingId = await summaries.meeting(owner, body);
	const { id: transcriptId } = await summaries.say(owner, meetingId, lines, language);
	const summary = await summaries.made(owner, meetingId);
	return { owner, meetingId, transcriptId, summary };
}

/** Returns every segment id that a summary names. */
const citedIn = (summary: Record<string, { segmentIds: string[] }[]>): string[] =>
	["keyPoints", "decisions", "questions"].flatMap(
		(section) => summary[section]?.flatMap(({ segmentIds }) => segmentIds) ?? [],
	);

describe("the summary of a transcript", () => {
	test("is made by itself, of sentences that were said, each with its segment", async () => {
		const { owner, meetingId, transcriptId, summary } = await summarized();

		const segments = (await transcripts.segments(owner, transcriptId)).body.data;
		const textOf = new Map<string, string>(segments.map((each: { id: string; text: string }) => [each.id, each.text]));
		expect(summary).toMatchObject({
			state: "ready",
			level: "basic",
			template: "general",
			language: "en",
			engine: { engine: "extractive", model: "lexrank" },
			fallback: null,
			stale: false,
			edited: false,
		});
		expect(textsOf(summary.decisions)).toEqual(["We decided to delay the launch of the product."]);
		expect(textsOf(summary.questions)).toEqual(["Who is going to tell the marketing team about it?"]);
		for (const { text, segmentIds, startMs } of [...summary.keyPoints, ...summary.decisions, ...summary.questions]) {
			expect(segmentIds.map((id: string) => textOf.get(id))).toEqual([text]);
			expect(startMs).toBe(segments.find((each: { id: string }) => each.id === segmentIds[0]).startMs);
		}
		expect(summary.keyPoints.length).toBeWithin(1, LINES.length);
		const meeting = (await summaries.send(owner, "GET", `/meetings/${meetingId}`)).body.data;
		expect(meeting.artifacts.summary).toEqual({ state: "ready", level: "basic" });
	});

	test("comes with what is to be done, by whom and by when", async () => {
		const { owner, meetingId } = await summarized();

		const items = await summaries.items(owner, meetingId);

		expect(items).toMatchObject([
			{
				text: "Then we need a second offer before the end of March.",
				ownerId: null,
				ownerName: null,
				dueText: "end of March",
				status: "open",
				edited: false,
			},
			{
				text: "I will send the updated report to the customer by Friday.",
				ownerName: "Ben",
				dueText: "Friday",
				startMs: 12_000,
			},
		]);
		expect(items.map(({ dueDay }: { dueDay: string }) => dueDay)).toEqual(["2030-03-31", "2030-01-04"]);
	});

	test("names the participant who is spoken of", async () => {
		const owner = await api.createOrganization();
		await summaries.send(owner, "PATCH", `/orgs/${owner.orgId}/settings`, { recordingConsent: "optional" });
		const meeting = await guests.openMeeting(owner, { kind: "other" });
		const meetingId = meeting.id;
		const { id } = await guests.guestIn(meeting, "Maria Lopez");

		await summaries.say(owner, meetingId, [
			["Ben", "Maria will prepare the slides for the next lesson."],
			["Ben", "Maria, can you send the invoice to the customer by Monday?"],
			["Ben", "Marta will book a room for the workshop tomorrow."],
		]);

		await summaries.made(owner, meetingId);
		const items = await summaries.items(owner, meetingId);
		expect(items.map((each: Record<string, unknown>) => [each.ownerId, each.dueDay])).toEqual([
			[id, null],
			[id, "2030-01-07"],
			[null, "2030-01-02"],
		]);
		expect(items[2].ownerName).toBe("Marta");
	});

	test("reads days where the organization is", async () => {
		const owner = await api.createOrganization({ settings: { timezone: "Pacific/Kiritimati" } });
		const meetingId = await summaries.meeting(owner, { scheduledStart: "2030-06-01T12:00:00Z" });

		await summaries.say(owner, meetingId, [["Ben", "I will send the report to the customer tomorrow."]]);

		await summaries.made(owner, meetingId);
		expect(await summaries.items(owner, meetingId)).toMatchObject([{ dueDay: "2030-06-03" }]);
	});

	const spoken: readonly [string, string, string, string, string][] = [
		[
			"es",
			"Hemos decidido retrasar el lanzamiento.",
			"Voy a enviar el informe antes del viernes.",
			"¿Quién va a avisar al equipo de ventas?",
			"2030-01-04",
		],
		[
			"fr",
			"Nous avons décidé de retarder le lancement.",
			"Je vais envoyer le rapport avant vendredi.",
			"Qui va prévenir l'équipe des ventes ?",
			"2030-01-04",
		],
		[
			"de",
			"Wir haben beschlossen, den Start zu verschieben.",
			"Ich werde den Bericht bis Freitag schicken.",
			"Wer sagt dem Vertrieb heute Bescheid?",
			"2030-01-04",
		],
		[
			"pt",
			"Decidimos adiar o lançamento do produto.",
			"Vou enviar o relatório até sexta-feira.",
			"Quem vai avisar a equipa de vendas?",
			"2030-01-04",
		],
	];
	for (const [language, decision, action, question, dueDay] of spoken)
		test(`finds decisions, questions and actions in ${language}`, async () => {
			const { owner, meetingId, summary } = await summarized(
				[
					["Ana", decision],
					["Ben", action],
					["Ana", question],
				],
				{ language },
			);

			expect([textsOf(summary.decisions), textsOf(summary.questions)]).toEqual([[decision], [question]]);
			expect(await summaries.items(owner, meetingId)).toMatchObject([{ text: action, ownerName: "Ben", dueDay }]);
		});

	test("has key points in a language that nobody told it about", async () => {
		const { summary } = await summarized(
			[
				["愛", "来年の予算について話し始めましょう。"],
				["健", "仕入先は価格を十二パーセント上げました。"],
				["愛", "来年の予算は仕入先の価格で決まります。"],
			],
			{ language: "ja" },
		);

		expect(summary.keyPoints.length).toBeGreaterThan(0);
		expect(summary).toMatchObject({ decisions: [], language: "ja" });
	});

	test("of one word is that word, and of nothing is not made by itself", async () => {
		const { summary } = await summarized([["Ana", "Hello."]]);

		expect([summary.overview, textsOf(summary.keyPoints)]).toEqual(["Hello.", ["Hello."]]);

		const owner = await api.createOrganization();
		const meetingId = await summaries.meeting(owner);
		await transcripts.imported(owner, meetingId, "WEBVTT\n");
		await api.parley.services.jobs.runDue();
		expect((await summaries.get(owner, meetingId)).status).toBe(404);
		const asked = await summaries.ask(owner, meetingId);
		expect(asked.status).toBe(202);
		expect(await summaries.made(owner, meetingId)).toMatchObject({ state: "ready", overview: "", keyPoints: [] });
	});

	test("follows the template of the kind of meeting, or the one that is asked for", async () => {
		const lines: Line[] = [
			["Ana", "Photosynthesis is the process of leaves turning light into sugar."],
			["Ana", "Chlorophyll means that leaves look green to us."],
			["Ben", "I am blocked by the broken microscope since the morning."],
			["Ben", "We decided to borrow another microscope from the college."],
			["Ana", "The weather was nice when we walked to the garden."],
			["Ana", "Yesterday I finished the poster about leaves and roots."],
		];
		const { owner, meetingId, summary } = await summarized(lines, { kind: "class" });

		const asked = await summaries.ask(owner, meetingId, { template: "standup" });
		const standup = await summaries.made(owner, meetingId);

		expect(asked.status).toBe(202);
		expect([summary.template, standup.template]).toEqual(["class", "standup"]);
		expect(textsOf(summary.keyPoints)).toContain(lines[0]?.[1] ?? "");
		expect(textsOf(standup.keyPoints)).toContain(lines[2]?.[1] ?? "");
		expect(textsOf(summary.keyPoints)).not.toEqual(textsOf(standup.keyPoints));
		expect([summary.decisions.length, standup.decisions.length]).toEqual([0, 1]);
		expect(summary.sections).not.toEqual(standup.sections);
	});
});

describe("a summary that is asked for again", () => {
	test("is answered as it is while nothing has changed", async () => {
		const { owner, meetingId, summary } = await summarized();

		const again = await summaries.ask(owner, meetingId);

		expect([again.status, again.body.data]).toEqual([200, summary]);
	});

	test("is stale after an edit of the transcript, and made of the new words", async () => {
		const { owner, meetingId, transcriptId, summary } = await summarized();
		const [, second] = (await transcripts.segments(owner, transcriptId)).body.data;

		await transcripts.edit(owner, transcriptId, second.id, {
			text: "We agreed to pay the supplier twelve percent more.",
		});

		const stale = (await summaries.get(owner, meetingId)).body.data;
		expect([stale.stale, stale.decisions]).toEqual([true, summary.decisions]);
		expect((await summaries.ask(owner, meetingId)).status).toBe(202);
		const fresh = await summaries.made(owner, meetingId);
		expect([fresh.stale, fresh.decisions.length, fresh.id]).toEqual([false, 2, summary.id]);
	});

	test("keeps what people have changed, and does not find again what they deleted", async () => {
		const { owner, meetingId, transcriptId, summary } = await summarized();
		const segments = (await transcripts.segments(owner, transcriptId)).body.data;
		const [offer, report] = await summaries.items(owner, meetingId);
		const own = [{ text: "The launch waits.", segmentIds: [segments[4].id] }];
		await summaries.edit(owner, meetingId, { overview: "Ours.", decisions: own });
		await summaries.editItem(owner, meetingId, report.id, { text: "Send it.", status: "done" });
		await summaries.send(owner, "DELETE", `${summaries.itemsPath(meetingId)}/${offer.id}`);
		await summaries.send(owner, "POST", summaries.itemsPath(meetingId), { text: "Book the room." });

		await transcripts.edit(owner, transcriptId, segments[1].id, { text: "The price went up again." });
		await summaries.ask(owner, meetingId, { template: "standup" });
		const again = await summaries.made(owner, meetingId);

		expect(again).toMatchObject({ edited: true, overview: "Ours.", editedSections: ["overview", "decisions"] });
		expect(again.decisions).toEqual([{ ...own[0], startMs: segments[4].startMs }]);
		expect(await summaries.items(owner, meetingId)).toMatchObject([
			{ id: report.id, text: "Send it.", status: "done" },
			{ text: "Book the room.", segmentIds: [] },
		]);

		await summaries.ask(owner, meetingId, { replaceEdits: true });
		const replaced = await summaries.made(owner, meetingId);
		expect([replaced.edited, replaced.editedSections, textsOf(replaced.decisions)]).toEqual([
			false,
			[],
			textsOf(summary.decisions),
		]);
	});

	test("cites the same moments when the transcript is another one", async () => {
		const { owner, meetingId, transcriptId } = await summarized();
		const segments = (await transcripts.segments(owner, transcriptId)).body.data;
		await summaries.edit(owner, meetingId, { decisions: [{ text: "It waits.", segmentIds: [segments[4].id] }] });

		const { id: newId } = await summaries.say(owner, meetingId, LINES, "en");

		const made = await summaries.made(owner, meetingId);
		const known = (await transcripts.segments(owner, newId)).body.data.map(({ id }: { id: string }) => id);
		expect([made.transcriptId, made.stale]).toEqual([newId, false]);
		expect(citedIn(made).filter((id) => !known.includes(id))).toEqual([]);
		expect(made.overviewSegmentIds.every((id: string) => known.includes(id))).toBe(true);
	});

	test("keeps the ids of action items that are found again", async () => {
		const { owner, meetingId } = await summarized();
		const before = await summaries.items(owner, meetingId);

		await summaries.ask(owner, meetingId, { template: "standup" });
		await summaries.made(owner, meetingId);

		expect(await summaries.items(owner, meetingId)).toEqual(before);
	});
});

describe("people", () => {
	test("change what a summary says, of segments that there are, unless somebody was faster", async () => {
		const { owner, meetingId, transcriptId, summary } = await summarized();
		const other = await summarized();
		const [foreign] = (await transcripts.segments(other.owner, other.transcriptId)).body.data;
		const [own] = (await transcripts.segments(owner, transcriptId)).body.data;
		const point = (segmentIds: string[], text = "So it is.") => [{ text, segmentIds }];

		const refused = await Promise.all([
			summaries.edit(owner, meetingId, { keyPoints: point([foreign.id]) }),
			summaries.edit(owner, meetingId, { keyPoints: point([]) }),
			summaries.edit(owner, meetingId, { keyPoints: point([own.id], " \u200b ") }),
			summaries.edit(owner, meetingId, { keyPoints: point([own.id], "x".repeat(2_001)) }),
			summaries.edit(owner, meetingId, { actionItems: [] }),
			summaries.edit(owner, meetingId, { overview: null }),
		]);
		const changed = await summaries.edit(owner, meetingId, { keyPoints: point([own.id]) }, `"${summary.version}"`);
		const late = await summaries.edit(owner, meetingId, { overview: "Late." }, `"${summary.version}"`);

		expect(refused.map(codeOf)).toEqual(Array(refused.length).fill("validation_failed"));
		expect(changed.body.data).toMatchObject({ edited: true, keyPoints: [{ text: "So it is.", startMs: 0 }] });
		expect([late.status, codeOf(late)]).toEqual([412, "precondition_failed"]);
	});

	test("who own an action item say what became of it, and nothing else; others say nothing", async () => {
		const { owner, meetingId } = await summarized();
		const [ana, ben] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const participant = async ({ userId }: { userId: string }) => {
			const { body } = await summaries.send(owner, "POST", `/meetings/${meetingId}/participants`, { userId });
			return (body.data.participant ?? body.data).id;
		};
		const anaId = await participant(ana);
		await participant(ben);
		const [item] = await summaries.items(owner, meetingId);
		await summaries.editItem(owner, meetingId, item.id, { ownerId: anaId });

		const own = await summaries.editItem(ana, meetingId, item.id, { status: "done" });
		const more = await summaries.editItem(ana, meetingId, item.id, { text: "Nothing." });
		const others = await summaries.editItem(ben, meetingId, item.id, { status: "dropped" });

		expect([own.status, own.body.data.status]).toEqual([200, "done"]);
		expect([more, others].map(codeOf)).toEqual(["forbidden", "forbidden"]);
		expect(await summaries.items(ben, meetingId, "?status=done")).toHaveLength(1);
	});

	test("name participants of the meeting and days of the calendar", async () => {
		const { owner, meetingId } = await summarized();
		const add = (body: object) =>
			summaries.send(owner, "POST", summaries.itemsPath(meetingId), { text: "Call.", ...body });

		const refused = await Promise.all([
			add({ ownerId: "par_01jd0z7v9gf2nbrexx3vqjhp41" }),
			add({ dueDay: "2030-02-30" }),
			add({ dueDay: "tomorrow" }),
			add({ text: "" }),
			add({ segmentIds: ["seg_01jd0z7v9gf2nbrexx3vqjhp41"] }),
		]);

		expect(refused.map(codeOf)).toEqual(Array(refused.length).fill("validation_failed"));
	});

	test("of another organization find nothing, and those who may not run the meeting change nothing", async () => {
		const { owner, meetingId } = await summarized();
		const [item] = await summaries.items(owner, meetingId);
		const stranger = await api.createOrganization();
		const member = await api.addMember(owner, "member");

		const answers = await Promise.all([
			summaries.get(stranger, meetingId),
			summaries.ask(stranger, meetingId),
			summaries.edit(stranger, meetingId, { overview: "Ours." }),
			summaries.editItem(stranger, meetingId, item.id, { status: "done" }),
			summaries.edit(member, meetingId, { overview: "Ours." }),
		]);

		expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
		expect(answers[4]?.status).toBeOneOf([403, 404]);
	});
});

describe("no summary is made", () => {
	const settings = (by: { token: string; orgId: string }, body: object) =>
		summaries.send(by, "PATCH", `/orgs/${by.orgId}/settings`, body);

	test("where the organization has switched them off", async () => {
		const bySetting = await api.createOrganization({ settings: { aiSummaries: "off" } });
		const byFlag = await api.createOrganization({ featureFlags: { aiSummaries: false } });

		for (const owner of [bySetting, byFlag]) {
			const meetingId = await summaries.meeting(owner);
			await summaries.say(owner, meetingId);
			await api.parley.services.jobs.runDue();

			expect((await summaries.get(owner, meetingId)).status).toBe(404);
			expect(codeOf(await summaries.ask(owner, meetingId))).toBe("state_conflict");
		}
	});

	test("of a level above that of the organization, nor before there is a transcript", async () => {
		const { owner, meetingId } = await summarized();
		const empty = await summaries.meeting(owner);

		const answers = [await summaries.ask(owner, meetingId, { level: "enhanced" }), await summaries.ask(owner, empty)];

		expect(answers.map(codeOf)).toEqual(["state_conflict", "state_conflict"]);
	});

	test("by a model that is not there: the simple one says so", async () => {
		const owner = await api.createOrganization();
		await settings(owner, { aiSummaries: "enhanced" });
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);

		const made = await summaries.made(owner, meetingId);

		expect(made).toMatchObject({ level: "basic", engine: { engine: "extractive" } });
		expect(made.fallback).toMatchObject({ code: "provider_not_configured" });
	});

	test("by an engine that the policy of the organization does not admit", async () => {
		const owner = await api.createOrganization();
		await summaries.send(owner, "PATCH", `/orgs/${owner.orgId}/ai-policy`, { summary: { languages: ["de"] } });
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);

		const asked = await summaries.ask(owner, meetingId);

		expect([asked.status, codeOf(asked)]).toEqual([501, "provider_not_configured"]);
	});

	test("before the job, when the transcript is deleted; and what was made goes with it", async () => {
		const { owner, meetingId, transcriptId } = await summarized();
		const [, report] = await summaries.items(owner, meetingId);
		await summaries.editItem(owner, meetingId, report.id, { status: "done" });
		const queued = await summaries.meeting(owner);
		const other = await summaries.say(owner, queued);

		await transcripts.remove(owner, transcriptId);
		await transcripts.remove(owner, other.id);
		await api.parley.services.jobs.runDue();

		expect((await summaries.get(owner, meetingId)).status).toBe(404);
		expect((await summaries.get(owner, queued)).status).toBe(404);
		expect(await summaries.items(owner, meetingId)).toMatchObject([{ id: report.id, segmentIds: [], startMs: null }]);
	});
});
