import { describe, expect } from "bun:test";
import { render } from "#kernel/texts";
import { SpeechError, type SpeechProvider, type SpeechToText } from "#modules/engines/speech";
import { until } from "#tests/support/until";
import {
	ENGINES,
	engineTest,
	humanClips,
	openEngines,
	readWav,
	type TestEngines,
	WHISPER_SERVER,
} from "../support/engines.ts";
import { descendantsOf, runningProcesses } from "../support/processes.ts";

const { signal } = new AbortController();

/** Names of the processes that do the work. */
const WORKERS: Readonly<Record<string, RegExp>> = {
	"whisper-server": /^\S*whisper-server -m/,
	onnx: /speech-worker$/,
};

const workersOf = (provider: string) =>
	descendantsOf(process.pid).filter(({ command }) => WORKERS[provider]?.test(command));

function engineOf({ adapters }: TestEngines, provider: SpeechProvider): SpeechToText {
	const engine = adapters.find(provider);
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	return engine;
}

/** Half a minute of somebody speaking: enough work to interrupt. */
async function longWindow(): Promise<Float32Array> {
	const parts: number[] = [];
	for (const { path } of await humanClips()) parts.push(...(await (await readWav(path)).read(0, 0, 28_000)));
	return Float32Array.from(parts).slice(0, 28 * 16_000);
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
	work.then(
		() => "no failure",
		(error: unknown) => (error instanceof SpeechError ? error.failure : error),
	);

describe.each(["whisper-server", "onnx"] as const)("%s", (provider) => {
	engineTest(
		"that is killed in the middle fails one window and serves the next",
		async () => {
			const opened = openEngines({ whisperServer: WHISPER_SERVER, model: "tiny" });
			try {
				const window = await longWindow();
				const engine = engineOf(opened, provider);
				await engine.transcribe(window.slice(0, 16_000), { language: "en", signal });
				const failing = failureOf(engine.transcribe(window, { language: "en", signal }));
				await Bun.sleep(200);
				for (const { pid } of workersOf(provider)) process.kill(pid, "SIGKILL");

				const failure = await failing;
				const heard = await engine.transcribe(window.slice(0, 7 * 16_000), { language: "en", signal });

				expect(failure).toBe("engine_died");
				expect(heard.segments.map(({ text }) => text).join(" ")).toContain("Dashwood");
				expect(opened.logged.map(({ message }) => message)).toContain("a speech engine exited");
			} finally {
				await opened.close();
			}
			expect(workersOf(provider)).toEqual([]);
		},
		120_000,
	);

	engineTest(
		"that hangs is ended at the time limit, and the next window gets a new one",
		async () => {
			let limitMs = 60_000;
			const opened = openEngines({ whisperServer: WHISPER_SERVER, model: "tiny", limitOf: () => limitMs });
			try {
				const window = (await longWindow()).slice(0, 7 * 16_000);
				const engine = engineOf(opened, provider);
				await engine.transcribe(window, { language: "en", signal });
				const hanging = workersOf(provider);
				for (const { pid } of hanging) process.kill(pid, "SIGSTOP");
				limitMs = 500;
				const failure = await failureOf(engine.transcribe(window, { language: "en", signal }));
				limitMs = 60_000;

				const heard = await engine.transcribe(window, { language: "en", signal });

				expect(failure).toBe("engine_timeout");
				expect(heard.segments).not.toEqual([]);
				expect(runningProcesses().filter(({ pid }) => hanging.some((stopped) => stopped.pid === pid))).toEqual([]);
			} finally {
				await opened.close();
			}
		},
		120_000,
	);

	engineTest(
		"ends its work when it is no longer wanted",
		async () => {
			const opened = openEngines({ whisperServer: WHISPER_SERVER, model: "tiny" });
			try {
				const aborting = new AbortController();
				const wanted = failureOf(
					engineOf(opened, provider).transcribe(await longWindow(), { language: null, signal: aborting.signal }),
				);
				await until(() => workersOf(provider).length > 0);
				await Bun.sleep(300);

				aborting.abort("nobody wants it");

				expect(await wanted).toBe("nobody wants it");
				await until(() => workersOf(provider).length === 0);
			} finally {
				await opened.close();
			}
		},
		120_000,
	);

	engineTest(
		"serves in the order of arrival, and forgets who left",
		async () => {
			const opened = openEngines({ whisperServer: WHISPER_SERVER, model: "tiny" });
			try {
				const window = (await longWindow()).slice(0, 3 * 16_000);
				const engine = engineOf(opened, provider);
				const leaving = new AbortController();
				const served: number[] = [];
				const ask = async (index: number, given: AbortSignal) => {
					await engine.transcribe(window, { language: "en", signal: given });
					served.push(index);
				};
				const asked = [ask(0, signal), failureOf(ask(1, leaving.signal)), ask(2, signal)];
				leaving.abort("left");

				await Promise.all(asked);

				expect(served).toEqual([0, 2]);
				expect(workersOf(provider).length).toBe(1);
			} finally {
				await opened.close();
			}
		},
		120_000,
	);
});

describe("engines", () => {
	engineTest(
		"end with the program, however it ends",
		async () => {
			const script = `${import.meta.dir}/../support/transcribe-until-killed.ts`;
			// Without the variable by which Bun itself ends what a program has started.
			const env = { PARLEY_TEST_ENGINES: ENGINES, PATH: "/usr/local/bin:/usr/bin:/bin" };
			const program = Bun.spawn([process.execPath, script], { env, stdout: "ignore", stderr: "inherit" });
			const startedBy = () => descendantsOf(program.pid);
			const isWorking = (worker: RegExp) => startedBy().some(({ command }) => worker.test(command));
			await until(() => Object.values(WORKERS).every(isWorking), 60_000);
			await Bun.sleep(500);
			const started = startedBy();

			program.kill("SIGKILL");
			await program.exited;

			await until(() => {
				const running = new Set(runningProcesses().map(({ pid }) => pid));
				return started.every(({ pid }) => !running.has(pid));
			});
		},
		120_000,
	);

	engineTest(
		"are not started by a program that is no speech engine",
		async () => {
			const opened = openEngines({ whisperServer: "/bin/false", model: "tiny" });
			try {
				const failure = await failureOf(
					engineOf(opened, "whisper-server").transcribe(new Float32Array(16_000), { language: null, signal }),
				);

				expect(failure).toBe("engine_died");
			} finally {
				await opened.close();
			}
		},
		120_000,
	);
});
