import { afterEach, describe, expect, test } from "bun:test";
import { createOpenAiServer } from "#adapters/speech/openai-server";
import { SpeechError } from "#modules/engines/speech";
import { until } from "#tests/support/until";
import { engineTest, humanClips, MODELS, readWav, WHISPER_SERVER } from "../support/engines.ts";
import { freePort } from "../support/free-port.ts";

const { signal } = new AbortController();
const SILENCE = new Float32Array(16_000);

let server: ReturnType<typeof Bun.serve> | undefined;
afterEach(async () => {
	await server?.stop(true);
	server = undefined;
});

/** A server that answers whatever it is asked with what a test says. */
function answering(respond: (request: Request) => Response | Promise<Response>, limitMs = 5_000) {
	server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: respond });
	return createOpenAiServer({
		url: `${server.url.origin}/v1/`,
		apiKey: "a-secret-key",
		model: undefined,
		concurrency: 1,
		runsLocally: true,
		limitOf: () => limitMs,
	});
}

const transcribe = (respond: (request: Request) => Response | Promise<Response>, limitMs?: number) =>
	answering(respond, limitMs).transcribe(SILENCE, { language: "en-GB", signal });

async function failureOf(work: Promise<unknown>): Promise<SpeechError> {
	const error = await work.then(
		() => new Error("no failure"),
		(thrown: unknown) => thrown,
	);
	if (error instanceof SpeechError) return error;
	throw error;
}

describe("a server with OpenAI's interface", () => {
	test("is asked for words and segments of a WAV file, with the key and the language", async () => {
		const seen: { form?: FormData; authorization?: string | null; path?: string } = {};

		await transcribe(async (request) => {
			seen.form = await request.formData();
			seen.authorization = request.headers.get("authorization");
			seen.path = new URL(request.url).pathname;
			return Response.json({ text: "" });
		});

		expect(seen.path).toBe("/v1/audio/transcriptions");
		expect(seen.authorization).toBe("Bearer a-secret-key");
		expect(seen.form?.getAll("timestamp_granularities[]")).toEqual(["segment", "word"]);
		expect(seen.form?.get("language")).toBe("en");
		expect(seen.form?.get("model")).toBe("whisper-1");
		const file = seen.form?.get("file");
		expect(file instanceof Blob && (await file.slice(0, 4).text())).toBe("RIFF");
	});

	test("may give words beside the segments, as OpenAI does, and names of languages", async () => {
		const words = [
			{ word: "Good", start: 0, end: 0.2 },
			{ word: "morning.", start: 0.2, end: 0.5 },
			{ word: "Yes.", start: 0.6, end: 0.9 },
		];

		const heard = await transcribe(() =>
			Response.json({
				text: "Good morning. Yes.",
				language: "english",
				segments: [
					{ start: 0, end: 0.5, text: " Good\n morning.", avg_logprob: -0.1 },
					{ start: 0.5, end: 30, text: " Yes.", avg_logprob: 0 },
				],
				words,
			}),
		);

		expect(heard.language).toBe("en");
		expect(heard.segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
			["Good morning.", 0, 500],
			["Yes.", 500, 1000],
		]);
		expect(heard.segments.map((segment) => segment.words?.map(({ text }) => text))).toEqual([
			["Good", "morning."],
			["Yes."],
		]);
	});

	test("may give the tokens of whisper.cpp inside the segments, which are joined to words", async () => {
		const tokens = [
			{ word: " Dash", start: 0, end: 0.2, probability: 0.5 },
			{ word: "wood", start: 0.2, end: 0.4, probability: 0.9 },
			{ word: ".", start: 0.4, end: 0.4, probability: 0.9 },
			{ word: " had", start: 0.5, end: 0.6, probability: 0.8 },
		];

		const { segments } = await transcribe(() =>
			Response.json({ text: "", segments: [{ start: 0, end: 1, text: "Dashwood. had", words: tokens }] }),
		);

		expect(segments[0]?.words).toEqual([
			{ text: "Dashwood.", startMs: 0, endMs: 400, confidence: 0.5 },
			{ text: "had", startMs: 500, endMs: 600, confidence: 0.8 },
		]);
	});

	test("that gives the text alone gives one segment of the whole window", async () => {
		const { language, segments } = await transcribe(() => Response.json({ text: "Good morning." }));

		expect(language).toBe("en-GB");
		expect(segments.map(({ text, startMs, endMs, words }) => ({ text, startMs, endMs, words }))).toEqual([
			{ text: "Good morning.", startMs: 0, endMs: 1000, words: null },
		]);
	});

	test("is not believed when it hears words in silence", async () => {
		const { segments } = await transcribe(() =>
			Response.json({
				text: "Thanks for watching!",
				segments: [
					{ start: 0, end: 0.5, text: "Thanks for watching!", no_speech_prob: 0.9, avg_logprob: -1.5 },
					{ start: 0.5, end: 1, text: "[BLANK_AUDIO]" },
					{ start: 40, end: 50, text: "Subtitles by nobody" },
				],
			}),
		);

		expect(segments).toEqual([]);
	});

	test.each([
		[
			"a page for people",
			() => new Response("<html>", { headers: { "content-type": "text/html" } }),
			"engine_misbehaved",
		],
		[
			"half of an answer",
			() => new Response('{"text":', { headers: { "content-type": "application/json" } }),
			"engine_misbehaved",
		],
		["something else", () => Response.json({ segments: "many" }), "engine_misbehaved"],
		[
			"times that are no numbers",
			() => Response.json({ text: "x", segments: [{ start: "0", end: null, text: "x" }] }),
			"engine_misbehaved",
		],
		["too much", () => Response.json({ text: "x".repeat(1_000_000) }), "engine_misbehaved"],
		["a redirect", () => Response.redirect("http://169.254.169.254/", 302), "engine_misbehaved"],
		["that the key is wrong", () => new Response("no", { status: 401 }), "engine_refused"],
		["that it has no such model", () => new Response("no", { status: 404 }), "engine_refused"],
		["that the request is wrong", () => new Response("no", { status: 400 }), "engine_refused"],
		["that it is down", () => new Response("<html>", { status: 502 }), "engine_busy"],
	] as const)("that answers %s is told apart", async (_what, respond, failure) => {
		const error = await failureOf(transcribe(respond));

		expect(error.failure).toBe(failure);
		expect(error.isRetryable).toBe(failure !== "engine_refused");
		expect(error.message).not.toMatch(/127\.0\.0\.1|secret/);
	});

	test("that is busy says when to come back", async () => {
		const busy = (value: string) => () => new Response("", { status: 429, headers: { "retry-after": value } });

		const inSeconds = await failureOf(transcribe(busy("7")));
		const atATime = await failureOf(transcribe(busy(new Date(Date.now() + 60_000).toUTCString())));
		const nonsense = await failureOf(transcribe(busy("soon")));

		expect(inSeconds.retryAfterMs).toBe(7_000);
		expect(atATime.retryAfterMs).toBeGreaterThan(50_000);
		expect(nonsense.retryAfterMs).toBeNull();
	});

	test("that hangs is given up at the time limit, before and within its answer", async () => {
		const never = new Promise<Response>(() => {});
		const drop = () =>
			new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), {
				headers: { "content-type": "application/json" },
			});

		expect((await failureOf(transcribe(() => never, 200))).failure).toBe("engine_timeout");
		expect((await failureOf(transcribe(drop, 200))).failure).toBe("engine_timeout");
	});

	test("is not asked any more when nobody wants the answer", async () => {
		const aborting = new AbortController();
		const gone = Promise.withResolvers<void>();
		const engine = answering(async (request) => {
			request.signal.addEventListener("abort", () => gone.resolve());
			aborting.abort("left");
			await gone.promise;
			return new Response();
		});

		const work = engine.transcribe(SILENCE, { language: null, signal: aborting.signal });

		expect(await work.catch((reason: unknown) => reason)).toBe("left");
		await gone.promise;
	});

	test("that is not there is unreachable", async () => {
		const engine = createOpenAiServer({
			url: `http://127.0.0.1:${freePort()}/v1`,
			apiKey: undefined,
			model: undefined,
			concurrency: 1,
			runsLocally: true,
		});

		expect((await failureOf(engine.transcribe(SILENCE, { language: null, signal }))).failure).toBe(
			"engine_unreachable",
		);
	});

	engineTest(
		"may be whisper.cpp's own, which somebody else has written",
		async () => {
			const port = freePort();
			const path = "/v1/audio/transcriptions";
			const child = Bun.spawn(
				[
					WHISPER_SERVER,
					"-m",
					`${MODELS}/ggml/whisper-tiny.bin`,
					"--port",
					String(port),
					"--inference-path",
					path,
					"-t",
					"2",
				],
				{ stdout: "ignore", stderr: "ignore" },
			);
			try {
				let isReady = false;
				await until(() => {
					void fetch(`http://127.0.0.1:${port}/health`).then(
						({ ok }) => {
							isReady ||= ok;
						},
						() => {},
					);
					return isReady;
				}, 120_000);
				const [clip] = await humanClips();
				const audio = await readWav(clip?.path ?? "");
				const engine = createOpenAiServer({
					url: `http://127.0.0.1:${port}/v1`,
					apiKey: undefined,
					model: undefined,
					concurrency: 1,
					runsLocally: true,
				});

				const heard = await engine.transcribe(await audio.read(0, 0, audio.durationMs), { language: "en", signal });

				expect(heard.language).toBe("en");
				expect(heard.segments.map(({ text }) => text).join(" ")).toContain("leisure to consider");
				expect(heard.segments.flatMap(({ words }) => words?.map(({ text }) => text) ?? [])).toContain("Dashwood");
			} finally {
				child.kill("SIGKILL");
				await child.exited;
			}
		},
		120_000,
	);
});
