import { describe, expect, test } from "bun:test";
import { captionsOf } from "#tests/support/captions";
import { refusalOf, refusedFor, switchingOf } from "#tests/support/flags";
import { useHarness } from "#tests/support/harness";
import { transcripts } from "#tests/support/transcripts";
import { until } from "#tests/support/until";

const api = await useHarness();
const switchTo = switchingOf(api);
const captions = captionsOf(api);

const spoken = (text: string) => ({ text, language: "en" });

describe("liveTranscription", () => {
	test("off: captions are refused, also at a caption address; the meeting goes on", async () => {
		const owner = await api.createOrganization();
		const meeting = await captions.openLive(owner);
		const made = await owner.post(`/meetings/${meeting.id}/caption-address`, {});
		const address = new URL(made.body.data.url);
		const post = (seq: number) =>
			api.post(`${address.pathname}${address.search}&seq=${seq}`, undefined, {
				raw: "Light bends.",
				headers: { "content-type": "text/plain" },
			});
		await switchTo(owner, { liveTranscription: false });

		const refused = [await captions.push(owner, meeting, [spoken("Light bends.")]), await post(1)];
		const { data } = (await owner.get(`/meetings/${meeting.id}`)).body;
		await switchTo(owner, { liveTranscription: true });

		expect(refused.map(refusalOf)).toEqual(Array(2).fill(refusedFor("liveTranscription")));
		expect(data.state).toBe("live");
		expect(refusalOf(await post(1))).toBe("allowed");
		expect(refusalOf(await captions.push(owner, meeting, [spoken("Does it?")]))).toBe("allowed");
	});

	test("off in the middle of a meeting: what was said until then becomes its transcript", async () => {
		const owner = await api.createOrganization();
		const meeting = await captions.openLive(owner);
		await captions.push(owner, meeting, [spoken("Light bends.")]);
		await switchTo(owner, { liveTranscription: false });
		await captions.push(owner, meeting, [spoken("It breaks.")]);
		const [live] = (await transcripts.list(owner, meeting.id)).body.data;
		const during = await transcripts.segments(owner, live.id);
		await captions.end(owner, meeting);
		// The binary closes the session by itself, a moment later.
		await until(async () => (await transcripts.get(owner, live.id)).body.data.state === "ready");

		const after = await transcripts.segments(owner, live.id);

		for (const { body } of [during, after]) expect(body.data).toMatchObject([{ text: "Light bends." }]);
		expect((await transcripts.get(owner, live.id)).body.data).toMatchObject({ state: "ready", live: false });
	});
});
