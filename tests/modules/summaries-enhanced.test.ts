import { beforeEach, describe, expect, test } from "bun:test";
import { type ChatRequest, useChatServer } from "../support/chat-server.ts";
import { useHarness } from "../support/harness.ts";
import { codeOf } from "../support/responses.ts";
import { LINES, type Line, summariesOf, textsOf } from "../support/summaries.ts";
import { eventsOf } from "../support/traces.ts";
import { transcripts } from "../support/transcripts.ts";

const server = await useChatServer();
const api = await useHarness({ env: server.env });
const summaries = summariesOf(api);

const NOTHING = { overview: [], keyPoints: [], decisions: [], questions: [], actionItems: [], keywords: [] };
const GOOD = {
	...NOTHING,
	overview: [{ text: "Budget and launch were discussed.", segments: [1, 5] }],
	keyPoints: [{ text: "The supplier is 12 % more expensive.", segments: [2] }],
	decisions: [{ text: "The launch is delayed.", segments: [5] }],
	actionItems: [{ text: "Send the report.", owner: "Ben", due: "by Friday", segments: [4] }],
	keywords: ["budget", "launch"],
};

let from = 0;
beforeEach(() => {
	server.reply = () => GOOD;
	from = server.asked.length;
});
const asked = (): readonly ChatRequest[] => server.asked.slice(from);

const newOwner = () => api.createOrganization({ settings: { aiSummaries: "enhanced" } });

/** Imports what is said in a meeting of an organization with enhanced summaries, and returns the summary. */
async function summarized(lines: readonly Line[] = LINES) {
	const owner = await newOwner();
	const meetingId = await summaries.meeting(owner);
	const { id: transcriptId } = await summaries.say(owner, meetingId, lines);
	const summary = await summaries.made(owner, meetingId);
	const segments = (await transcripts.segments(owner, transcriptId)).body.data;
	return { owner, meetingId, transcriptId, summary, segments, items: await summaries.items(owner, meetingId) };
}

describe("a summary by a language model", () => {
	test("is of the numbered segments, which it names; who and when is read from those", async () => {
		const { summary, segments, items } = await summarized();

		expect(asked()).toHaveLength(1);
		expect(asked()[0]?.user).toBe(LINES.map(([who, text], at) => `[${at + 1}] ${who}: ${text}`).join("\n"));
		expect(summary).toMatchObject({
			level: "enhanced",
			fallback: null,
			engine: { engine: "openai", model: "stand-in-for-tests" },
			overview: "Budget and launch were discussed.",
			overviewSegmentIds: [segments[0].id, segments[4].id],
			decisions: [{ text: "The launch is delayed.", segmentIds: [segments[4].id], startMs: segments[4].startMs }],
			keywords: ["budget", "launch"],
		});
		expect(items).toMatchObject([
			{ text: "Send the report.", ownerName: "Ben", dueText: "Friday", dueDay: "2030-01-04" },
		]);
	});

	test("is written in the language that is asked for", async () => {
		const { owner, meetingId } = await summarized();

		await summaries.ask(owner, meetingId, { language: "de", template: "standup" });

		expect(await summaries.made(owner, meetingId)).toMatchObject({ language: "de", template: "standup" });
		expect(asked().at(-1)?.system).toContain('"de"');
	});

	test("of a long transcript is made of its parts", async () => {
		const lines = Array.from(
			{ length: 900 },
			(_, at): Line => ["Ana", `Sentence ${at} is about the budget and the launch of it.`],
		);
		server.reply = ({ user, system }) => {
			const numbers = [...user.matchAll(/\[(\d+)/g)].map(([, number]) => Number(number));
			const merged = system.includes("summaries of its parts");
			return {
				...NOTHING,
				keyPoints: [{ text: merged ? "All of it." : "A part.", segments: numbers.slice(0, merged ? 12 : 1) }],
			};
		};

		const { summary, segments } = await summarized(lines);

		expect(asked().length).toBeGreaterThan(2);
		expect(Math.max(...asked().map(({ user }) => user.length))).toBeLessThanOrEqual(24_000);
		expect(textsOf(summary.keyPoints)).toEqual(["All of it."]);
		expect(summary.keyPoints[0].segmentIds[0]).toBe(segments[0].id);
		expect(summary.keyPoints[0].segmentIds.length).toBe(asked().length - 1);
	});

	test("is made of smaller parts where the model cannot read so much", async () => {
		const lines = Array.from({ length: 300 }, (_, at): Line => ["Ana", `Sentence ${at} is about the budget.`]);
		server.reply = ({ user }) =>
			user.length > 6_000
				? new Response('{"error":{"code":"context_length_exceeded"}}', { status: 400 })
				: { ...NOTHING, keyPoints: [{ text: "A part.", segments: [Number(/\[(\d+)/.exec(user)?.[1])] }] };

		const { summary } = await summarized(lines);

		expect(summary).toMatchObject({ level: "enhanced", fallback: null });
	});
});

describe("a language model that fails", () => {
	const busy = () => new Response("{}", { status: 503 });
	const answers: readonly [string, () => Response | string | object, string][] = [
		["refuses", () => new Response("{}", { status: 401 }), "model_refused"],
		["is down for good", busy, "model_busy"],
		["has no words", () => "I cannot do that.", "model_misbehaved"],
		[
			"cites nothing that was said",
			() => ({ ...NOTHING, keyPoints: [{ text: "Hm.", segments: [77] }] }),
			"model_misbehaved",
		],
		["answers a page", () => new Response("<html>", { headers: { "content-type": "text/html" } }), "model_misbehaved"],
	];
	for (const [what, reply, code] of answers)
		test(`because it ${what} leaves the simple summary, which says so`, async () => {
			server.reply = reply;
			const owner = await newOwner();
			const meetingId = await summaries.meeting(owner);
			await summaries.say(owner, meetingId);

			for (let attempt = 0; attempt < 4; attempt++) {
				await api.parley.services.jobs.runDue();
				api.advanceMs(60_000);
			}

			const made = (await summaries.get(owner, meetingId)).body.data;
			expect(made).toMatchObject({
				state: "ready",
				level: "basic",
				engine: { engine: "extractive" },
				fallback: { code },
			});
			expect(textsOf(made.decisions)).toEqual(["We decided to delay the launch of the product."]);
			expect(JSON.stringify(made)).not.toContain("a-secret-key");
		});

	test("for a moment is asked again, when it says", async () => {
		let calls = 0;
		server.reply = () => (++calls === 1 ? new Response("{}", { status: 429, headers: { "retry-after": "30" } }) : GOOD);
		const owner = await newOwner();
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);

		await api.parley.services.jobs.runDue();
		const early = calls;
		api.advanceMs(31_000);
		const made = await summaries.made(owner, meetingId);

		expect([early, calls, made.level, made.fallback]).toEqual([1, 2, "enhanced", null]);
	});

	test("is not asked where texts may not leave, nor by a policy that names another", async () => {
		const owner = await newOwner();
		await owner.patch(`/orgs/${owner.orgId}/ai-policy`, { summary: { providers: ["extractive"] } });
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);

		const made = await summaries.made(owner, meetingId);

		expect([asked().length, made.level, made.fallback.code]).toEqual([0, "basic", "provider_not_configured"]);
	});

	test("without anything to fall back to fails the summary; a retry makes it", async () => {
		server.reply = () => new Response("{}", { status: 401 });
		const owner = await newOwner();
		await owner.patch(`/orgs/${owner.orgId}/ai-policy`, { summary: { providers: ["openai"] } });
		const meetingId = await summaries.meeting(owner);
		await summaries.say(owner, meetingId);
		const failed = await summaries.made(owner, meetingId);

		server.reply = () => GOOD;
		const retried = await owner.post(`/jobs/${failed.jobId}/retry`, {});
		const made = await summaries.made(owner, meetingId);

		expect([failed.state, failed.failure, retried.status, made.state]).toEqual([
			"failed",
			"model_refused",
			202,
			"ready",
		]);
		const types = (await eventsOf(api.store.program, owner.orgId)).map(({ type }) => type);
		expect(types.filter((type) => type.startsWith("summary."))).toEqual([
			"summary.queued",
			"summary.failed",
			"summary.queued",
			"summary.ready",
		]);
	});

	test("after a first summary leaves that one as it was", async () => {
		const { owner, meetingId, summary } = await summarized();
		await owner.patch(`/orgs/${owner.orgId}/ai-policy`, { summary: { providers: ["openai"] } });
		server.reply = () => new Response("{}", { status: 401 });

		const again = await summaries.ask(owner, meetingId, { template: "standup" });
		const after = await summaries.made(owner, meetingId);

		expect([codeOf(again)[0], after.state, after.decisions]).toEqual([202, "ready", summary.decisions]);
	});
});
