import { describe, expect, test } from "bun:test";
import { Upsampler } from "#adapters/speech/live/upsample";
import { render } from "#kernel/texts";
import { type LiveSpeech, SpeechError } from "#modules/engines/speech";
import { engineTest, openEngines, type TestEngines } from "../support/engines.ts";
import { listenTo, pcmOf, sayTo, silence } from "../support/live-speech.ts";
import { MEETING, saidWords } from "../support/meeting.ts";
import { type RealtimeStandIn, startRealtimeServer } from "../support/realtime-server.ts";
import { speak, wordErrorRate } from "../support/spoken.ts";

const spoken = MEETING.slice(0, 5);
const expected = saidWords(spoken.map(({ text }) => text).join(" "));

/** Opens the engine, with the stand-in as its server, and closes both. */
async function withServer(
	work: (engine: LiveSpeech, server: RealtimeStandIn, opened: TestEngines) => Promise<void>,
	apiKey?: string,
): Promise<void> {
	const server = startRealtimeServer();
	const opened = openEngines({ url: server.url, apiKey, model: "some-model" });
	try {
		const engine = opened.adapters.findLive("openai-realtime");
		if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
		await work(engine, server, opened);
	} finally {
		await opened.close();
		await server.close();
	}
}

describe("OpenAI's realtime interface, played by a stand-in with a real engine", () => {
	engineTest(
		"is asked for a session of transcription with the key, hears speech alone, and gives partials and finals in order",
		() =>
			withServer(async (engine, server) => {
				const listening = await listenTo(engine, "en-GB");

				await sayTo(listening.stream, new Uint8Array([...silence(4_000), ...(await pcmOf(await speak(spoken)))]));
				await listening.stream.finish();

				const finals = listening.of("final");
				expect(server.connections).toEqual([
					{ authorization: "Bearer secret", query: "intent=transcription&model=some-model&language=en" },
				]);
				expect(server.received[0]).toMatchObject({
					type: "session.update",
					session: {
						type: "transcription",
						audio: {
							input: {
								format: { type: "audio/pcm", rate: 24_000 },
								transcription: { model: "some-model", language: "en" },
								turn_detection: null,
							},
						},
					},
				});
				expect(wordErrorRate(expected, saidWords(listening.said()))).toBeLessThanOrEqual(0.12);
				expect(finals.map(({ utterance }) => utterance)).toEqual([0, 1, 2, 3, 4]);
				expect(finals[0]?.segment.startMs).toBeWithin(4_000, 4_600);
				const times = finals.flatMap(({ segment }) => [segment.startMs, segment.endMs]);
				expect(times).toEqual([...times].sort((a, b) => a - b));
				expect(listening.of("partial").length).toBeGreaterThanOrEqual(5);
				expect(listening.of("error")).toEqual([]);
			}, "secret"),
		120_000,
	);

	engineTest(
		"goes on in a new session when one is lost: nothing is missing and nothing said twice",
		() =>
			withServer(async (engine, server) => {
				const listening = await listenTo(engine);
				const pcm = await pcmOf(await speak(spoken));
				const saying = sayTo(listening.stream, pcm, 4);
				for (const waitMs of [900, 1_500]) {
					await Bun.sleep(waitMs);
					server.breakOff();
				}
				await saying;
				await listening.stream.finish();

				expect(server.connections.length).toBeGreaterThanOrEqual(3);
				expect(wordErrorRate(expected, saidWords(listening.said()))).toBeLessThanOrEqual(0.12);
				expect(listening.of("final").length).toBe(5);
				expect(listening.of("error")).toEqual([]);
			}),
		120_000,
	);

	engineTest(
		"is asked again for an utterance that it failed to transcribe",
		() =>
			withServer(async (engine, server) => {
				server.onCommit = (count) => count !== 2;
				const listening = await listenTo(engine);

				await sayTo(listening.stream, await pcmOf(await speak(spoken)), 8);
				await listening.stream.finish();

				expect(wordErrorRate(expected, saidWords(listening.said()))).toBeLessThanOrEqual(0.12);
				expect(listening.of("final").length).toBe(5);
			}),
		120_000,
	);

	engineTest(
		"that does not accept the key is not asked again",
		() =>
			withServer(async (engine, server) => {
				server.key = "another";

				const refused = await listenTo(engine).catch((error: unknown) => error);

				expect(refused).toBeInstanceOf(SpeechError);
				expect((refused as SpeechError).failure).toBe("engine_refused");
				expect((refused as SpeechError).message).not.toContain("secret");
				expect(server.connections.length).toBe(1);
			}, "secret"),
		120_000,
	);

	engineTest(
		"that is not there is an error that may pass",
		async () => {
			const opened = openEngines({ url: "http://127.0.0.1:9/v1" });
			const engine = opened.adapters.findLive("openai-realtime");
			if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));

			const refused = await listenTo(engine).catch((error: unknown) => error);
			await opened.close();

			expect((refused as SpeechError).failure).toBe("engine_unreachable");
			expect((refused as SpeechError).isRetryable).toBe(true);
		},
		120_000,
	);

	engineTest(
		"that goes away for good fails the stream once",
		() =>
			withServer(async (engine, server) => {
				const listening = await listenTo(engine);
				await server.close();

				await sayTo(listening.stream, await pcmOf(await speak(spoken.slice(0, 1))));
				await listening.stream.finish();

				expect(listening.of("error").length).toBe(1);
				expect(listening.of("error")[0]?.error.failure).toBe("engine_unreachable");
			}),
		120_000,
	);
});

test("Audio at 16 kHz becomes the same audio at 24 kHz, in pieces of any size", () => {
	const tone = (rate: number, count: number) =>
		Int16Array.from({ length: count }, (_, i) => Math.round(10_000 * Math.sin((2 * Math.PI * 440 * i) / rate)));
	const pcm = new Uint8Array(tone(16_000, 3_200).buffer);
	const upsampler = new Upsampler();
	const made: number[] = [];
	for (let at = 0; at < pcm.length; at += 246)
		made.push(...new Int16Array(upsampler.next(pcm.slice(at, at + 246)).buffer));

	const wanted = tone(24_000, 4_800);

	expect(made.length).toBeWithin(4_795, 4_801);
	const worst = Math.max(...made.slice(2).map((sample, i) => Math.abs(sample - (wanted[i + 0] ?? sample))));
	expect(worst).toBeLessThan(1_700);
});
