import { describe, expect, test } from "bun:test";
import { useHarness } from "../support/harness.ts";
import { LINES, summariesOf, textsOf } from "../support/summaries.ts";
import { transcripts } from "../support/transcripts.ts";

const api = await useHarness();
const summaries = summariesOf(api);

/** Returns every segment id that a summary names. */
const citedIn = (summary: Record<string, { segmentIds: string[] }[]>): string[] =>
	["keyPoints", "decisions", "questions"].flatMap(
		(section) => summary[section]?.flatMap(({ segmentIds }) => segmentIds) ?? [],
	);

describe("a summary that is asked for again", () => {
	test("is answered as it is while nothing has changed", async () => {
		const { owner, meetingId, summary } = await summaries.summarized();

		const again = await summaries.ask(owner, meetingId);

		expect([again.status, again.body.data]).toEqual([200, summary]);
	});

	test("is stale after an edit of the transcript, and made of the new words", async () => {
		const { owner, meetingId, transcriptId, summary } = await summaries.summarized();
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
		const { owner, meetingId, transcriptId, summary } = await summaries.summarized();
		const segments = (await transcripts.segments(owner, transcriptId)).body.data;
		const [offer, report] = await summaries.items(owner, meetingId);
		const own = [{ text: "The launch waits.", segmentIds: [segments[4].id] }];
		await summaries.edit(owner, meetingId, { overview: "Ours.", decisions: own });
		await summaries.editItem(owner, meetingId, report.id, { text: "Send it.", status: "done" });
		await owner.delete(`${summaries.itemsPath(meetingId)}/${offer.id}`);
		await owner.post(summaries.itemsPath(meetingId), { text: "Book the room." });

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
		const { owner, meetingId, transcriptId } = await summaries.summarized();
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
		const { owner, meetingId } = await summaries.summarized();
		const before = await summaries.items(owner, meetingId);

		await summaries.ask(owner, meetingId, { template: "standup" });
		await summaries.made(owner, meetingId);

		expect(await summaries.items(owner, meetingId)).toEqual(before);
	});
});
