import { describe, expect } from "bun:test";
import { render } from "#kernel/texts";
import type { LiveSpeech } from "#modules/engines/speech";
import { engineTest, humanClips, openEngines } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Listening, listenTo, noise, pcmOf, sayTo, silence } from "../support/live-speech.ts";
import { MEETING, saidWords } from "../support/meeting.ts";
import { speak, wordErrorRate } from "../support/spoken.ts";

const opened = await forThisFile(openEngines());

function vosk(): LiveSpeech {
	const engine = opened.adapters.findLive("vosk");
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	return engine;
}

/** Says all of it, and waits for the last final. */
async function hear(pcm: Uint8Array, speed?: number): Promise<Listening> {
	const listening = await listenTo(vosk());
	await sayTo(listening.stream, pcm, speed);
	await listening.stream.finish();
	return listening;
}

describe("live speech with Vosk", () => {
	engineTest(
		"is a meeting of two voices with at most 12 % wrong words, and partials come before finals",
		async () => {
			const heard = await hear(await pcmOf(await speak(MEETING)));

			const expected = saidWords(MEETING.map(({ text }) => text).join(" "));
			expect(wordErrorRate(expected, saidWords(heard.said()))).toBeLessThanOrEqual(0.12);
			expect(heard.of("final").length).toBeGreaterThanOrEqual(15);
			expect(heard.of("error")).toEqual([]);
			for (const { utterance } of heard.of("final")) {
				const kinds = heard.events.filter((event) => "utterance" in event && event.utterance === utterance);
				expect(kinds.length).toBeGreaterThan(3);
				expect(kinds.at(-1)?.type).toBe("final");
			}
		},
		180_000,
	);

	engineTest(
		"is what people say with at most 10 % wrong words",
		async () => {
			const expected: string[] = [];
			const said: string[] = [];
			for (const { path, text } of await humanClips()) {
				expected.push(...saidWords(text));
				said.push(...saidWords((await hear(await pcmOf(path))).said()));
			}

			expect(wordErrorRate(expected, said)).toBeLessThanOrEqual(0.1);
		},
		180_000,
	);

	engineTest(
		"has times that never go back, of words too, and tells what its sender may forget",
		async () => {
			const pcm = await pcmOf(await speak(MEETING.slice(0, 6)));

			const heard = await hear(pcm);

			const finals = heard.of("final");
			const words = finals.flatMap(({ segment }) => segment.words ?? []);
			expect(words.map(({ text }) => text).join(" ")).toBe(heard.said());
			for (const spans of [words, finals.map(({ segment }) => segment)]) {
				const times = spans.flatMap(({ startMs, endMs }) => [startMs, endMs]);
				expect(times).toEqual([...times].sort((a, b) => a - b));
				expect(times.every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= pcm.length / 32)).toBe(true);
			}
			expect(finals.every(({ segment, heardMs }) => heardMs >= segment.endMs)).toBe(true);
			expect(finals.every(({ segment }) => (segment.confidence ?? 0) > 0.5 && (segment.confidence ?? 2) <= 1)).toBe(
				true,
			);
			const progress = heard.events.flatMap((event) => ("heardMs" in event ? [event.heardMs] : []));
			expect(progress).toEqual([...progress].sort((a, b) => a - b));
			expect(heard.said()).toContain("I will send");
		},
		120_000,
	);

	engineTest(
		"is final within 1.2 s of its end, as it is spoken",
		async () => {
			const heard = await hear(await pcmOf(await speak(MEETING.slice(0, 5))), 1);

			const delays = heard.of("final").map(({ atMs, segment }) => atMs - segment.endMs);
			const median = [...delays].sort((a, b) => a - b)[delays.length >> 1] ?? Number.NaN;
			expect(delays.length).toBeGreaterThanOrEqual(4);
			// The last one does not wait for a pause.
			expect(median).toBeLessThanOrEqual(1_200);
		},
		120_000,
	);

	engineTest(
		"is nothing where nobody speaks: in silence and in noise",
		async () => {
			const heard = await hear(new Uint8Array([...silence(8_000), ...noise(8_000, 0.1), ...silence(4_000)]));

			expect(heard.of("final")).toEqual([]);
			expect(heard.of("error")).toEqual([]);
			expect(heard.of("heard").length).toBeGreaterThan(10);
			expect(heard.of("heard").at(-1)?.heardMs).toBe(20_000);
		},
		120_000,
	);

	engineTest(
		"ends at once when it is told to",
		async () => {
			const pcm = await pcmOf(await speak(MEETING.slice(0, 1)));
			const listening = await listenTo(vosk());
			await sayTo(listening.stream, pcm.subarray(0, 2_200 * 32));

			await listening.stream.finalize();

			expect(listening.of("final").length).toBe(1);
			expect(listening.said()).toMatch(/^Good morning/);
			await sayTo(listening.stream, silence(1_000));
			await listening.stream.finish();
			expect(listening.of("final").length).toBe(1);
		},
		120_000,
	);

	engineTest(
		"survives bytes that are no samples, in pieces of any size",
		async () => {
			const pcm = await pcmOf(await speak(MEETING.slice(0, 2)));
			const garbage = crypto.getRandomValues(new Uint8Array(60_001));
			const listening = await listenTo(vosk());
			await listening.stream.write(new Uint8Array(0));
			for (let at = 0; at < garbage.length; at += 777) await listening.stream.write(garbage.subarray(at, at + 777));
			// Makes the number of bytes even again.
			await listening.stream.write(new Uint8Array(1));
			await listening.stream.finalize();
			const before = listening.of("final").length;

			for (let at = 0; at < pcm.length; at += 1_111) await listening.stream.write(pcm.subarray(at, at + 1_111));
			await listening.stream.finish();

			const said = listening.of("final").slice(before);
			expect(said.map(({ segment }) => segment.text).join(" ")).toMatch(/good morning .* budget/i);
			expect(listening.of("error")).toEqual([]);
		},
		120_000,
	);

	engineTest(
		"is heard in eight streams at once, each by itself",
		async () => {
			const spoken = MEETING.slice(0, 8);
			const audio = await Promise.all(spoken.map(async (sentence) => pcmOf(await speak([sentence]))));

			const heard = await Promise.all(audio.map((pcm) => hear(pcm)));

			for (const [index, { text }] of spoken.entries())
				expect(wordErrorRate(saidWords(text), saidWords(heard[index]?.said() ?? ""))).toBeLessThan(0.35);
		},
		120_000,
	);
});
