import { describe, expect, test } from "bun:test";
import { until } from "#tests/support/until";
import { CaptionFeed, type Said } from "../../console/room/caption-feed.ts";
import { withOwnCodecs } from "../../console/room/description.ts";
import { News } from "../../console/room/news.ts";
import { isStruggling, MOST_GIVEN_UP, planFor } from "../../console/room/video-plan.ts";

describe("descriptions", () => {
	test("say nothing of codecs that their lines do not have, and all else", () => {
		const voice = ["m=audio 9 UDP/TLS/RTP/SAVPF 109 0", "a=rtpmap:109 opus/48000/2", "a=rtcp-fb:109 transport-cc"];
		const picture = ["m=video 9 UDP/TLS/RTP/SAVPF 120 124", "a=rtpmap:120 VP8/90000", "a=fmtp:124 apt=120"];
		const stray = ["a=rtcp-fb:121 nack", "a=rtcp-fb:109 nack", "a=rtpmap:121 VP9/90000", "a=fmtp:121 profile-id=0"];
		const of = (lines: readonly string[]): string =>
			["v=0", ...voice, ...picture, ...lines, "a=rtcp-fb:* ccm fir", ""].join("\r\n");

		expect(withOwnCodecs(of(stray))).toBe(of([]));
	});
});

describe("pictures", () => {
	test("become smaller with each person, and take no more of the line than two of them", () => {
		const plans = [2, 3, 4, 5, 6, 7, 8, 12].map((people) => ({ people, plan: planFor(people, false, 0) }));

		const widths = plans.map(({ plan }) => plan.width);
		expect(widths).toEqual([1280, 960, 640, 480, 480, 320, 320, 320]);
		for (const { people, plan } of plans.slice(0, -1))
			expect(plan.bitsPerSecond * (people - 1)).toBeLessThanOrEqual(1_600_000);
	});

	test("make room for a shared screen, and for a machine that is too slow", () => {
		expect(planFor(2, true, 0)).toEqual(planFor(8, false, 0));
		expect(planFor(2, false, 1)).toEqual(planFor(3, false, 0));
		expect(planFor(2, false, MOST_GIVEN_UP)).toEqual(planFor(8, false, 0));
	});

	test("are too much when the processor says so, or when a tenth of the sound was made up", () => {
		const before = { samples: 48_000, concealed: 48_000, isSlow: false };

		expect(isStruggling(before, { samples: 96_000, concealed: 50_000, isSlow: false })).toBe(false);
		expect(isStruggling(before, { samples: 96_000, concealed: 60_000, isSlow: false })).toBe(true);
		expect(isStruggling(before, { samples: 96_000, concealed: 48_000, isSlow: true })).toBe(true);
		// Nobody is there.
		expect(isStruggling(before, before)).toBe(false);
	});
});

describe("news", () => {
	const people = (...names: string[]) => names.map((name) => ({ id: name, name }));

	test("are told once and together, and not of those who were there already", async () => {
		const news = new News();
		news.start(people("Ada"));

		for (const all of [people("Ada", "Grace"), people("Ada", "Grace", "Mei"), people("Grace", "Mei")])
			news.compare(all);
		await until(() => news.store.value.joined.length > 0);

		expect(news.store.value).toMatchObject({ joined: ["Grace", "Mei"], left: ["Ada"] });
	});

	test("are none when somebody reloads the page", async () => {
		const news = new News();
		news.start(people("Ada"));

		news.compare([]);
		news.compare(people("Ada"));
		news.add({ hands: ["Ada"] });
		await until(() => news.store.value.hands.length > 0);

		expect(news.store.value).toMatchObject({ joined: [], left: [], hands: ["Ada"] });
	});
});

describe("captions", () => {
	const segment = (id: string, text: string, participantId = "par_ada") => ({
		...{ id, startMs: 0, endMs: 1, text, language: "en", source: "live", transcriptId: null, final: false },
		speaker: { id: null, participantId, label: "Ada" },
	});
	const take = (feed: CaptionFeed, type: "partial" | "final", seq: number, of: ReturnType<typeof segment>) =>
		feed.take({ type, seq, segment: of } as unknown as Parameters<CaptionFeed["take"]>[0]);

	test("show what each is saying until it is said, also to those who look later", () => {
		const feed = new CaptionFeed();
		take(feed, "partial", 1, segment("a", "The brid"));
		take(feed, "partial", 1, segment("b", "Why", "par_grace"));
		take(feed, "partial", 1, segment("a", "The bridge fell"));
		const saying = [...feed.now.value.partials.values()].map(({ text }) => text);

		take(feed, "final", 2, segment("a", "The bridge fell."));
		const heard: Said[] = [];
		const end = feed.follow((said) => heard.push(said));
		take(feed, "final", 3, segment("b", "Why?", "par_grace"));
		end();
		take(feed, "final", 4, segment("c", "The water."));

		expect(saying).toEqual(["The bridge fell", "Why"]);
		expect(heard.map(({ seq }) => seq)).toEqual([2, 3]);
		expect(feed.now.value.partials.size).toBe(0);
	});
});
