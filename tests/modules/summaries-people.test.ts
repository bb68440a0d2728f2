import { describe, expect, test } from "bun:test";
import type { OrgCaller } from "../support/client.ts";
import { useHarness } from "../support/harness.ts";
import { codeOf } from "../support/responses.ts";
import { summariesOf } from "../support/summaries.ts";
import { transcripts } from "../support/transcripts.ts";

const api = await useHarness();
const summaries = summariesOf(api);

describe("people", () => {
	test("change what a summary says, of segments that there are, unless somebody was faster", async () => {
		const { owner, meetingId, transcriptId, summary } = await summaries.summarized();
		const other = await summaries.summarized();
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

		expect(refused.map((each) => codeOf(each)[1])).toEqual(Array(refused.length).fill("validation_failed"));
		expect(changed.body.data).toMatchObject({ edited: true, keyPoints: [{ text: "So it is.", startMs: 0 }] });
		expect(codeOf(late)).toEqual([412, "precondition_failed"]);
	});

	test("who own an action item say what became of it, and nothing else; others say nothing", async () => {
		const { owner, meetingId } = await summaries.summarized();
		const [ana, ben] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const participant = async ({ userId }: { userId: string }) => {
			const { body } = await owner.post(`/meetings/${meetingId}/participants`, { userId });
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
		expect([more, others].map(codeOf)).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
		]);
		expect(await summaries.items(ben, meetingId, "?status=done")).toHaveLength(1);
	});

	test("name participants of the meeting and days of the calendar", async () => {
		const { owner, meetingId } = await summaries.summarized();
		const add = (body: object) => owner.post(summaries.itemsPath(meetingId), { text: "Call.", ...body });

		const refused = await Promise.all([
			add({ ownerId: "par_01jd0z7v9gf2nbrexx3vqjhp41" }),
			add({ dueDay: "2030-02-30" }),
			add({ dueDay: "tomorrow" }),
			add({ text: "" }),
			add({ segmentIds: ["seg_01jd0z7v9gf2nbrexx3vqjhp41"] }),
		]);

		expect(refused.map((each) => codeOf(each)[1])).toEqual(Array(refused.length).fill("validation_failed"));
	});

	test("of another organization find nothing, and those who may not run the meeting change nothing", async () => {
		const { owner, meetingId } = await summaries.summarized();
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
	const settings = (by: OrgCaller, body: object) => by.patch(`/orgs/${by.orgId}/settings`, body);

	test("where the organization has switched them off", async () => {
		const bySetting = await api.createOrganization({ settings: { aiSummaries: "off" } });
		const byFlag = await api.createOrganization({ featureFlags: { aiSummaries: false } });

		for (const owner of [bySetting, byFlag]) {
			const meetingId = await summaries.meeting(owner);
			await summaries.say(owner, meetingId);
			await api.parley.services.jobs.runDue();

			expect((await summaries.get(owner, meetingId)).status).toBe(404);
			expect(codeOf(await summaries.ask(owner, meetingId))).toEqual([409, "state_conflict"]);
		}
	});

	test("of a level above that of the organization, nor before there is a transcript", async () => {
		const { owner, meetingId } = await summaries.summarized();
		const empty = await summaries.meeting(owner);

		const answers = [await summaries.ask(owner, meetingId, { level: "enhanced" }), await summaries.ask(owner, empty)];

		expect(answers.map(codeOf)).toEqual([
			[409, "state_conflict"],
			[409, "state_conflict"],
		]);
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
		await owner.patch(`/orgs/${owner.orgId}/ai-policy`, { summary: { languages: ["de"] } });
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);

		const asked = await summaries.ask(owner, meetingId);

		expect(codeOf(asked)).toEqual([501, "provider_not_configured"]);
	});

	test("before the job, when the transcript is deleted; and what was made goes with it", async () => {
		const { owner, meetingId, transcriptId } = await summaries.summarized();
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
