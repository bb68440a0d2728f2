import { tmpdir } from "node:os";
import { readVariable } from "#kernel/env";
import type { Logger } from "#kernel/logger";
import { type EngineInfo, type HeardWindow, SpeechError, type SpeechToText } from "#modules/engines/speech";
import { encodeAudioForm } from "./audio-form.ts";
import { type ChildProcess, observe } from "./child-process.ts";
import { EngineProcess } from "./engine-process.ts";
import { whisperCode } from "./languages.ts";
import { type LocalResponse, requestLocally } from "./local-http.ts";
import { timeLimitMs } from "./time-limit.ts";
import { parseAnswer, readTranscription } from "./transcription.ts";

/** A whisper-server that answers on a port of this machine. */
interface WhisperServer extends ChildProcess {
	readonly port: number;
}

/** Options of {@link createWhisperServer}. */
export interface WhisperServerOptions {
	/** Path of the program. */
	readonly program: string;
	/** Path of a ggml model. */
	readonly modelPath: string;
	/** What results call the model. */
	readonly model: string;
	readonly threads: number;
	readonly log: Logger;
	/** For tests: how long it may take for so many samples, in ms. */
	readonly limitOf?: (samples: number) => number;
}

/** The engine, and how to end its process. */
export interface WhisperServerEngine extends SpeechToText {
	close(): Promise<void>;
}

const NAME = "whisper-server";
/** Loading a large model from a slow disk. */
const START_MS = 60_000;
const HEALTH_EVERY_MS = 50;
/** Segments as the model makes them, not cut after so many characters. */
const MAX_SEGMENT_CHARACTERS = "1000";

/**
 * Starts the program and waits for it. Should we be killed, the pipe to its standard input closes, and a second process
 * that reads from it ends the program: it never outlives us.
 */
const WATCHDOG = `exec 3<&0
nice -n 5 "$@" </dev/null 3<&- &
program=$!
{ read -r _ <&3; kill -9 "$program"; } 2>/dev/null &
watchdog=$!
wait "$program"
status=$?
kill "$watchdog" 2>/dev/null
exit "$status"`;

/** Variables the program may need, and no others: ours hold secrets. */
const PASSED_ON = ["PATH", "HOME", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"] as const;

/** Creates the engine that runs whisper.cpp's server as a child process. It starts with the first request. */
export function createWhisperServer(options: WhisperServerOptions): WhisperServerEngine {
	const { model, log, limitOf = timeLimitMs } = options;
	const isEnglishOnly = /\.en\b/.test(model);
	const info: EngineInfo = {
		engine: "whisper-server",
		model,
		version: null,
		languages: isEnglishOnly ? ["en"] : "any",
		words: true,
		translates: !isEnglishOnly,
		runsLocally: true,
	};
	const process = new EngineProcess<WhisperServer>({ name: NAME, log, start: (signal) => start(options, signal) });
	return {
		info,
		async transcribe(window, { language, prompt, task, signal, party }) {
			const code = isEnglishOnly ? "en" : (whisperCode(language) ?? "auto");
			const form = await encodeAudioForm(window, [
				["response_format", "verbose_json"],
				["temperature", "0"],
				["language", code],
				...(task === "translate" ? [["translate", "true"] as const] : []),
				["max_len", MAX_SEGMENT_CHARACTERS],
				...(prompt ? [["prompt", prompt] as const] : []),
			]);
			return await process.use({ signal, party }, limitOf(window.length), async ({ port }, ending) =>
				read(await requestLocally(port, "/inference", ending, form), window.length / 16, language),
			);
		},
		close: () => process.close(),
	};
}

function read({ status, bytes }: LocalResponse, ms: number, asked: string | null): HeardWindow {
	if (status !== 200)
		throw new SpeechError("engine_misbehaved", `${NAME} answered ${status}.`, {
			cause: new Error(new TextDecoder().decode(bytes.subarray(0, 200))),
		});
	return readTranscription(parseAnswer(bytes, NAME), ms, asked);
}

async function start(
	{ program, modelPath, threads }: WhisperServerOptions,
	signal: AbortSignal,
): Promise<WhisperServer> {
	const port = freePort();
	const args = [
		"-m",
		modelPath,
		"--host",
		"127.0.0.1",
		"--port",
		String(port),
		"-t",
		String(threads),
		"-bs",
		"1",
		"-bo",
		"1",
	];
	const passedOn = PASSED_ON.map((name) => [name, readVariable(name)] as const).filter(
		([, value]) => value !== undefined,
	);
	const child = Bun.spawn(["/bin/sh", "-c", WATCHDOG, NAME, program, ...args, "-sns"], {
		// Threads that spin while they wait would take the processors from everybody else.
		env: { ...Object.fromEntries(passedOn), GOMP_SPINCOUNT: "0", OMP_WAIT_POLICY: "passive" },
		cwd: tmpdir(),
		stdin: "pipe",
		// It writes there what it hears.
		stdout: "ignore",
		stderr: "pipe",
		detached: true,
	});
	const server: WhisperServer = { ...observe(child), port };
	try {
		await untilReady(server, AbortSignal.any([signal, AbortSignal.timeout(START_MS)]));
		return server;
	} catch (error) {
		server.kill();
		throw error;
	}
}

async function untilReady(server: WhisperServer, signal: AbortSignal): Promise<void> {
	let ended: string | undefined;
	void server.ended.then((how) => {
		ended = how;
	});
	for (;;) {
		signal.throwIfAborted();
		const health = await requestLocally(server.port, "/health", signal).catch(() => null);
		// Another program may have taken the port before it: then ours has ended.
		if (ended !== undefined) throw new Error(`${NAME} ended: ${ended}: ${server.lastWords()}`);
		if (health?.status === 200) return;
		await Bun.sleep(HEALTH_EVERY_MS);
	}
}

function freePort(): number {
	const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	const { port } = probe;
	probe.stop(true);
	return port;
}
