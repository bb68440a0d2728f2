import type { Logger } from "#kernel/logger";
import { SpeechError } from "#modules/engines/speech";
import { type ChildProcess, observe } from "./child-process.ts";
import { EngineProcess } from "./engine-process.ts";
import { encodeFrame, type Frame, readFrames } from "./frames.ts";

/** A process of our own program that runs models: see `inference/worker.ts`. */
export interface InferenceProcess extends ChildProcess {
	/** Sends a message and returns the answer. @throws SpeechError */
	ask(header: Frame["header"], payload: ArrayBufferView): Promise<Frame>;
}

/** The command of our own program that runs models. */
const SPEECH_WORKER = "speech-worker";

/** Base needs up to 1.2 GiB. */
const MEMORY = { replaceBytes: 1.5 * 2 ** 30, endBytes: 2.5 * 2 ** 30 };

/**
 * Creates a process that runs models; it starts with the first request.
 * @param program command that starts this program
 */
export const createInferenceProcess = (
	name: string,
	{ program, log }: { readonly program: readonly string[]; readonly log: Logger },
): EngineProcess<InferenceProcess> =>
	new EngineProcess({ name, log, memory: MEMORY, start: async () => startInference(name, program) });

function startInference(name: string, program: readonly string[]): InferenceProcess {
	const child = Bun.spawn([...program, SPEECH_WORKER], {
		// None of our variables, which hold secrets. This one lets the system end the process with ours, even if ours is killed.
		env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
		detached: true,
	});
	const answers = readFrames(child.stdout);
	async function exchange(message: Uint8Array): Promise<Frame | undefined> {
		void child.stdin.write(message);
		await child.stdin.flush();
		return (await answers.next()).value ?? undefined;
	}
	return {
		...observe(child),
		async ask(header, payload) {
			const value = await exchange(encodeFrame(header, payload)).catch((cause: unknown) => {
				throw endedEarly(name, cause);
			});
			if (!value) throw endedEarly(name);
			const { error } = value.header;
			if (typeof error === "string")
				throw new SpeechError("engine_misbehaved", `${name} failed.`, { cause: new Error(error) });
			return value;
		},
	};
}

const endedEarly = (name: string, cause?: unknown): SpeechError =>
	new SpeechError("engine_died", `${name} exited unexpectedly.`, { cause });
