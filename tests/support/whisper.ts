import { existsSync } from "node:fs";
import { join } from "node:path";
import { MODELS, WHISPER_SERVER } from "./engines.ts";
import { freePort } from "./free-port.ts";

const MODEL = join(MODELS, "ggml/whisper-tiny.bin");

/** Whether the real whisper-server and its model are on this machine. */
export const hasWhisper: boolean = existsSync(WHISPER_SERVER) && existsSync(MODEL);

/** A running whisper-server. */
export interface Whisper {
	/** Base URL, as for `STT_URL`. */
	readonly url: string;
	readonly pid: number;
	stop(): Promise<void>;
}

/** Starts a real whisper-server on loopback and waits until it has loaded its model. */
export async function startWhisper(): Promise<Whisper> {
	const port = freePort();
	const base = `http://127.0.0.1:${port}`;
	const child = Bun.spawn(
		[
			WHISPER_SERVER,
			"-m",
			MODEL,
			"--host",
			"127.0.0.1",
			"--port",
			String(port),
			"-t",
			"1",
			"-bs",
			"1",
			"-bo",
			"1",
		].concat("--inference-path", "/v1/audio/transcriptions"),
		{ stdout: "ignore", stderr: "ignore" },
	);
	for (;;) {
		if (child.exitCode !== null) throw new Error(`whisper-server ended with code ${child.exitCode}`);
		if ((await fetch(`${base}/health`).catch(() => undefined))?.ok) break;
		await Bun.sleep(20);
	}
	return {
		url: `${base}/v1`,
		pid: child.pid,
		async stop() {
			child.kill();
			await child.exited;
		},
	};
}
