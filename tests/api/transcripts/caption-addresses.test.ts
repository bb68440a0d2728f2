import { describe, expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import { type TestRequest, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openLive, push } = captionsOf(api);
const owner = await api.createOrganization();

/** Creates the address of a meeting, and returns what a captioner's tool makes of it. */
async function addressOf(meetingId: string) {
	const made = await owner.post(`/meetings/${meetingId}/caption-address`, {});
	const { pathname, search } = new URL(made.body.data.url);
	const headers = { "content-type": "text/plain" };
	return {
		post: (seq: number | string, raw: string, lang = "en-US", options: TestRequest = {}) =>
			api.request("POST", `${pathname}${search}&seq=${seq}&lang=${lang}`, { raw, headers, ...options }),
		lastSeq: () => api.get(`${pathname}/seq${search}`),
		request: (method: string) => api.request(method, `${pathname}${search}`, { raw: "x", headers }),
	};
}

describe("a caption address", () => {
	test("takes captions as Zoom's does, and each once however often it is sent", async () => {
		const meeting = await openLive(owner);
		const tool = await addressOf(meeting.id);
		const before = await tool.lastSeq();

		const answers = [
			await tool.post(1, "Welcome.\n"),
			await tool.post(1, "Welcome.\n"),
			await tool.post(2, "Grüße an alle", "de-DE"),
			await tool.post(3, "\n"),
		];

		expect([before.status, before.text]).toEqual([200, "0"]);
		expect(answers.map(({ status, text }) => [status, text])).toEqual([
			[200, "1"],
			[200, "1"],
			[200, "2"],
			[200, "3"],
		]);
		expect((await tool.lastSeq()).text).toBe("3");
		const [transcript] = (await owner.get(`/meetings/${meeting.id}/transcripts`)).body.data;
		expect((await owner.get(`/transcripts/${transcript.id}/segments`)).body.data).toMatchObject([
			{ text: "Welcome.", language: "en-US", speaker: null, source: "caption" },
			{ text: "Grüße an alle", language: "de-DE" },
		]);
	});

	test("is made before the meeting starts, and answers 400 until then and after its end", async () => {
		const scheduled = await openLive(owner, { scheduledStart: "2030-02-01T09:00:00Z" });
		const tool = await addressOf(scheduled.id);

		const early = await tool.post(1, "Too early");
		await owner.post(`/meetings/${scheduled.id}/start`, {});
		const inTime = await tool.post(1, "In time");
		await owner.post(`/meetings/${scheduled.id}/end`, {});
		const late = await tool.post(2, "Too late");

		expect([early.status, inTime.status, late.status]).toEqual([400, 200, 400]);
	});

	test("answers 400 without a number, and for a language that is none", async () => {
		const tool = await addressOf((await openLive(owner)).id);

		const answers = [await tool.post("", "a"), await tool.post("x", "a"), await tool.post(1, "a", "xx-nowhere")];

		expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
	});

	test("that was replaced, deleted or made up is refused", async () => {
		const [meeting, other] = [await openLive(owner), await openLive(owner)];
		const [replaced, deleted] = [await addressOf(meeting.id), await addressOf(other.id)];
		const current = await addressOf(meeting.id);
		await owner.delete(`/meetings/${other.id}/caption-address`);

		const answers = [await replaced.post(1, "a"), await deleted.post(1, "a"), await current.post(1, "a")];
		const madeUp = await api.post(`/captions/${"0".repeat(95)}?seq=1`, undefined, {
			raw: "a",
			headers: { "content-type": "text/plain" },
		});

		expect([...answers, madeUp].map(({ status }) => status)).toEqual([403, 403, 200, 403]);
		expect((await replaced.lastSeq()).status).toBe(403);
	});

	test("does not take captions by other methods", async () => {
		const tool = await addressOf((await openLive(owner)).id);

		const answers = [await tool.request("PUT"), await tool.request("DELETE")];

		expect(answers.map(({ status }) => status)).toEqual([405, 405]);
	});

	test("is closed with its organization", async () => {
		const own = await api.createOrganization();
		const meeting = await openLive(own);
		const made = await own.post(`/meetings/${meeting.id}/caption-address`, {});
		const { pathname, search } = new URL(made.body.data.url);
		const token = await api.signInSystem();
		await api.request("POST", `/orgs/${own.orgId}/suspend`, { token, body: { reason: "billing" } });

		const refused = await api.post(`${pathname}${search}&seq=1`, undefined, {
			raw: "a",
			headers: { "content-type": "text/plain" },
		});

		expect(codeOf(refused)).toEqual([403, "organization_suspended"]);
	});

	test("is for those who run the meeting", async () => {
		const meeting = await openLive(owner);
		const [member, stranger] = [await api.addMember(owner, "member"), await api.createOrganization()];

		const answers = await Promise.all(
			[member, stranger].map((by) => by.post(`/meetings/${meeting.id}/caption-address`, {})),
		);

		expect(answers.map(({ status }) => status >= 403)).toEqual([true, true]);
	});

	test("counts together with the captions of the operation", async () => {
		const meeting = await openLive(owner);
		const tool = await addressOf(meeting.id);
		await tool.post(7, "One");

		const pushed = await push(owner, meeting, [{ text: "Two" }], "?seq=7");

		expect(pushed.body.data).toMatchObject({ captionSeq: 7, lastSeq: 1, segments: [] });
	});
});
