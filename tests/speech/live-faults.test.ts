import { describe, expect } from "bun:test";
import { residentBytes } from "#adapters/speech/child-process";
import { render } from "#kernel/texts";
import { type LiveSpeech, SpeechError } from "#modules/engines/speech";
import { until } from "#tests/support/until";
import { engineTest, openEngines, type TestEngines } from "../support/engines.ts";
import { listenTo, pcmOf, sayTo } from "../support/live-speech.ts";
import { MEETING } from "../support/meeting.ts";
import { descendantsOf } from "../support/processes.ts";
import { speak } from "../support/spoken.ts";

const workers = () => descendantsOf(process.pid).filter(({ command }) => /live-speech-worker$/.test(command));

function vosk({ adapters }: TestEngines): LiveSpeech {
	const engine = adapters.findLive("vosk");
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	return engine;
}

const failuresOf = (errors: readonly { readonly error: SpeechError }[]) =>
	errors.map(({ error }) => [error.failure, error.isRetryable]);

describe("the process that hears live speech", () => {
	engineTest(
		"that is killed fails all its streams, once each, and the next stream gets a new one",
		async () => {
			const opened = openEngines();
			try {
				const pcm = await pcmOf(await speak(MEETING.slice(0, 1)));
				const failing = await Promise.all([listenTo(vosk(opened)), listenTo(vosk(opened))]);
				for (const { stream } of failing) await sayTo(stream, pcm.subarray(0, 64_000));
				const [worker] = workers();
				if (!worker) throw new Error("none runs");

				process.kill(worker.pid, "SIGKILL");
				// Whoever goes on writing is neither held up nor told twice.
				for (const { stream } of failing) await sayTo(stream, pcm);
				await until(() => failing.every(({ of }) => of("error").length > 0));
				for (const { stream } of failing) await stream.finish();
				const next = await listenTo(vosk(opened));
				await sayTo(next.stream, pcm);
				await next.stream.finish();

				for (const { of, events } of failing) {
					expect(failuresOf(of("error"))).toEqual([["engine_died", true]]);
					expect(events.at(-1)?.type).toBe("error");
				}
				expect(next.said()).toMatch(/^Good morning/);
				expect(workers().length).toBe(1);
				expect(opened.logged.map(({ message }) => message)).toContain("a speech engine exited");
			} finally {
				await opened.close();
			}
			expect(workers()).toEqual([]);
		},
		120_000,
	);

	engineTest(
		"that hangs holds up its senders instead of filling the memory, and is ended",
		async () => {
			const opened = openEngines({ hangMs: 3_000 });
			try {
				const pcm = await pcmOf(await speak(MEETING));
				const { stream, of } = await listenTo(vosk(opened));
				for (const { pid } of workers()) process.kill(pid, "SIGSTOP");

				const saying = sayTo(stream, pcm);
				const isDone = await Promise.race([saying.then(() => true), Bun.sleep(1_500).then(() => false)]);
				const refused = await vosk(opened)
					.open({ language: "en", signal: AbortSignal.timeout(800), onEvent: () => {} })
					.catch((error: unknown) => error);
				await saying;

				expect(isDone).toBe(false);
				expect(refused).not.toHaveProperty("write");
				expect(failuresOf(of("error"))).toEqual([["engine_timeout", true]]);
				expect(workers()).toEqual([]);
			} finally {
				await opened.close();
			}
		},
		120_000,
	);

	engineTest(
		"takes no more memory after two hundred aborted streams",
		async () => {
			const opened = openEngines();
			try {
				const pcm = (await pcmOf(await speak(MEETING.slice(0, 1)))).subarray(0, 48_000);
				const abortSome = async (count: number) => {
					for (let index = 0; index < count; index++) {
						const { stream, aborting, events } = await listenTo(vosk(opened));
						await stream.write(pcm);
						if (index % 2 === 0) stream.abort();
						else aborting.abort();
						const before = events.length;
						await stream.write(pcm);
						await stream.finish();
						expect(events.length).toBe(before);
					}
				};
				// By then everything that is kept has been used.
				await abortSome(100);
				const [worker] = workers();
				const beforeBytes = residentBytes(worker?.pid ?? 0) ?? 0;

				await abortSome(200);

				const grownMb = ((residentBytes(worker?.pid ?? 0) ?? 0) - beforeBytes) / 1e6;
				expect(beforeBytes).toBeGreaterThan(0);
				expect(grownMb).toBeLessThan(150);
				expect(workers().length).toBe(1);
			} finally {
				await opened.close();
			}
		},
		180_000,
	);

	engineTest(
		"is not started again by a service that is stopping",
		async () => {
			const opened = openEngines();
			try {
				const listening = await listenTo(vosk(opened));
				await listening.stream.finish();
				await opened.close();

				const refused = await listenTo(vosk(opened)).catch((error: unknown) => error);

				expect(refused).toBeInstanceOf(SpeechError);
				expect((refused as SpeechError).failure).toBe("engine_died");
			} finally {
				await opened.close();
			}
		},
		120_000,
	);
});
