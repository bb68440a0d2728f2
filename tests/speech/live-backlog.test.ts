import { describe, expect, test } from "bun:test";
import { LivePool } from "#adapters/speech/live/live-pool";
import { createLiveDetector } from "#adapters/speech/live/vosk";
import { SpeechError } from "#modules/engines/speech";
import { ownProgram } from "#src/own-program";
import { until } from "#tests/support/until";
import { forThisFile } from "../support/for-this-file.ts";
import { silence } from "../support/live-speech.ts";
import { descendantsOf } from "../support/processes.ts";

/** Time after which a process that is behind takes no further track, and a bit, in ms. */
const TOO_LATE_MS = 2_200;

/** Starts processes that hear live speech, without models. */
async function openPool() {
	const log = { debug() {}, info() {}, warn() {}, error() {} };
	const pool = new LivePool({ name: "test", program: ownProgram(), log });
	await forThisFile({ close: () => pool.end() });
	const detector = createLiveDetector(pool, null);
	const open = () => detector.open({ signal: AbortSignal.timeout(60_000), onEvent: () => undefined });
	const signal = (name: "SIGSTOP" | "SIGCONT") => {
		for (const { pid, command } of descendantsOf(process.pid))
			if (/live-speech-worker$/.test(command)) process.kill(pid, name);
	};
	/** Lets audio wait for longer than a process may be behind. */
	const lag = () => {
		const beganMs = performance.now();
		return until(() => performance.now() - beganMs > TOO_LATE_MS);
	};
	return { open, signal, lag, end: () => pool.end() };
}

describe("a process that hears live speech", () => {
	test("takes another track while those that are new catch up on what was said before", async () => {
		const { open, signal, lag, end } = await openPool();
		const tracks = [await open(), await open()];
		signal("SIGSTOP");

		const writing = tracks.map((track) => track.write(silence(30_000)));
		await lag();
		const opening = open();
		signal("SIGCONT");

		expect(await opening).toHaveProperty("write");
		await Promise.all(writing);
		await end();
	}, 60_000);

	test("takes none while it is behind with what is said now, and does so when it has caught up", async () => {
		const { open, signal, lag, end } = await openPool();
		const track = await open();
		await track.write(silence(400));
		await track.finalize();
		signal("SIGSTOP");

		const writing = track.write(silence(1_000));
		await lag();
		const refused = await open().catch((error: unknown) => error);
		signal("SIGCONT");
		await writing;
		await track.finalize();

		expect(refused).toBeInstanceOf(SpeechError);
		expect((refused as SpeechError).failure).toBe("engine_busy");
		expect(await open()).toHaveProperty("write");
		await end();
	}, 60_000);
});
