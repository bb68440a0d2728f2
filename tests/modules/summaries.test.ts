import { describe, expect, test } from "bun:test";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { LINES, type Line, summariesOf, textsOf } from "../support/summaries.ts";
import { transcripts } from "../support/transcripts.ts";

const api = await useHarness();
const summaries = summariesOf(api);
const guests = guestsOf(api);

describe("the summary of a transcript", () => {
	test("is made by itself, of sentences that were said, each with its segment", async () => {
		const { owner, meetingId, transcriptId, summary } = await summaries.summarized();

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
		const meeting = (await owner.get(`/meetings/${meetingId}`)).body.data;
		expect(meeting.artifacts.summary).toEqual({ state: "ready", level: "basic" });
	});

	test("comes with what is to be done, by whom and by when", async () => {
		const { owner, meetingId } = await summaries.summarized();

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
		await owner.patch(`/orgs/${owner.orgId}/settings`, { recordingConsent: "optional" });
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
			const { owner, meetingId, summary } = await summaries.summarized(
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
		const { summary } = await summaries.summarized(
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
		const { summary } = await summaries.summarized([["Ana", "Hello."]]);

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
		const { owner, meetingId, summary } = await summaries.summarized(lines, { kind: "class" });

		const asked = await summaries.ask(owner, meetingId, { template: "standup" });
		const standup = await summaries.made(owner, meetingId);

		expect(asked.status).toBe(202);
		expect([summary.template, standup.template]).toEqual(["class", "standup"]);
		expect(textsOf(summary.keyPoints)).toContain(lines[0]?.[1] ?? "");
		expect(textsOf(standup.keyPoints)).toContain(lines[2]?.[1] ?? "");
		expect(textsOf(summary.keyPoints)).not.toEqual(textsOf(standup.keyPoints));
		expect([summary.decisions.length, standup.decisions.length]).toEqual([1, 1]);
		expect(summary.sections).not.toEqual(standup.sections);
	});
});
