import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseText } from "media-captions";
import webvtt from "node-webvtt";
import { parseSync } from "subtitle";
import { WebVTTParser } from "webvtt-parser";
import { type Cue, normalizeCueText } from "#kernel/subtitles/cue";
import { readSrt, writeSrtCue } from "#kernel/subtitles/srt";
import { readVtt, vttHeader, writeVttCue } from "#kernel/subtitles/vtt";

/** What has broken writers and readers of subtitles. */
const HOSTILE = [
	"-->",
	"\n\n",
	"\r\n\r\n",
	"<v Ada>",
	"</v>",
	"<i>",
	"&amp;",
	"&#60;",
	"00:00:01.000 --> 00:00:02.000",
	"NOTE",
	"STYLE",
	"WEBVTT",
	"{\\an8}",
	"\u0000",
	"\ud800",
	"مرحبا",
	"🙂",
	"1",
];
const anyText = fc
	.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary" }), fc.lorem({ maxCount: 4 })), {
		minLength: 1,
		maxLength: 6,
	})
	.map((parts) => normalizeCueText(parts.join(" ")).replaceAll("\u2060", ""))
	.filter((text) => text !== "");
const anyName = anyText.map((text) => text.replace(/\s+/g, " ").trim()).filter((name) => name !== "");

const anyCue = fc
	.record({
		startMs: fc.nat({ max: 400_000_000 }),
		lastsMs: fc.integer({ min: 1, max: 90_000_000 }),
		text: anyText,
		speaker: fc.option(anyName),
	})
	.map(({ startMs, lastsMs, text, speaker }): Cue => ({ startMs, endMs: startMs + lastsMs, text, speaker }));
const anyCues = fc.array(anyCue, { minLength: 1, maxLength: 8 });

const vttOf = (cues: readonly Cue[]): string =>
	vttHeader("en") + cues.map((cue, index) => writeVttCue(`seg_${index}`, cue)).join("");
const srtOf = (cues: readonly Cue[]): string => cues.map((cue, index) => writeSrtCue(index + 1, cue)).join("");

const inOrder = (cues: readonly Cue[]): Cue[] => cues.toSorted((a, b) => a.startMs - b.startMs);

/** Decodes the text of a cue of WebVTT as simply as it was encoded. */
const decoded = (text: string): string =>
	text
		.replace(/^<v [^>]*>/, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");

describe("cues that were written", () => {
	test("to WebVTT are read again, whatever they say", () => {
		fc.assert(fc.property(anyCues, (cues) => expect([...readVtt(vttOf(cues)).cues]).toEqual(cues)));
	});

	test("to SRT are read again, with the speaker before the text", () => {
		fc.assert(
			fc.property(anyCues, (cues) => {
				const named = cues.map(({ speaker, text, ...times }) => ({
					...times,
					speaker: null,
					text: normalizeCueText(speaker === null ? text : `${speaker}: ${text}`),
				}));
				expect([...readSrt(srtOf(cues))]).toEqual(named);
			}),
		);
	});

	test("to WebVTT are what node-webvtt reads", () => {
		fc.assert(
			fc.property(anyCues, (cues) => {
				const read = webvtt.parse(vttOf(cues), { meta: true, strict: true }).cues;

				// The package adds minutes and seconds as fractions, whose sum is not always the nearest one.
				const toMs = (seconds: number) => Math.round(seconds * 1000);
				expect(read.map(({ start, end, text }) => [toMs(start), toMs(end), decoded(text)])).toEqual(
					cues.map(({ startMs, endMs, text }) => [startMs, endMs, text]),
				);
			}),
		);
	});

	test("to WebVTT are what the validator of the W3C accepts", () => {
		fc.assert(
			fc.property(anyCues, (cues) => {
				const { errors, cues: read } = new WebVTTParser().parse(
					vttOf(inOrder(cues)),
					"subtitles/captions/descriptions",
				);

				expect(errors).toEqual([]);
				expect(read).toHaveLength(cues.length);
			}),
		);
	});

	test("to SRT are what the package subtitle reads", () => {
		fc.assert(
			// The package takes a line of a cue for a comment of WebVTT.
			fc.property(fc.array(anyCue.filter(({ text }) => !/^(?:NOTE|STYLE)/m.test(text))), (cues) => {
				const read = parseSync(srtOf(cues));

				expect(read.map(({ data }) => (typeof data === "string" ? null : [data.start, data.end]))).toEqual(
					cues.map(({ startMs, endMs }) => [startMs, endMs]),
				);
			}),
		);
	});

	test("are what media-captions reads, in either format", async () => {
		await fc.assert(
			// The package knows no more than 99 hours.
			fc.asyncProperty(fc.array(anyCue.filter(({ endMs }) => endMs < 360_000_000)), async (cues) => {
				const vtt = await parseText(vttOf(cues), { type: "vtt" });
				const srt = await parseText(srtOf(cues), { type: "srt" });

				expect(vtt.cues).toHaveLength(cues.length);
				expect(srt.cues).toHaveLength(cues.length);
			}),
			{ numRuns: 50 },
		);
	});
});

test("whatever is read as WebVTT or SRT gives cues in the normal form, or says which line cannot be read", () => {
	const anyFile = fc
		.array(fc.oneof(fc.constantFrom(...HOSTILE, "00:01.000 --> 00:02.000", "00:00:01,0 --> 1:00:02,0"), fc.string()))
		.map((lines) => lines.join("\n"));
	const readAll = (read: () => Iterable<Cue>): void => {
		try {
			for (const { text, startMs, endMs } of read()) {
				expect(text).toBe(normalizeCueText(text));
				expect(endMs).toBeGreaterThanOrEqual(startMs);
			}
		} catch (error) {
			expect(String(error)).toMatch(/Line \d+ /);
		}
	};

	fc.assert(
		fc.property(anyFile, (file) => {
			readAll(() => readVtt(`WEBVTT\n\n${file}`).cues);
			readAll(() => readSrt(file));
		}),
	);
});
