/** `bun tests/support/transcribe-until-killed.ts`: keeps both engines at work until it is killed. */
import { render } from "#kernel/texts";
import { openEngines, WHISPER_SERVER } from "./engines.ts";

const { signal } = new AbortController();
const { adapters } = openEngines({ whisperServer: WHISPER_SERVER, model: "tiny" });
const window = new Float32Array(28 * 16_000).map((_, i) => Math.sin(i / 20) / 10);

async function work(provider: "whisper-server" | "onnx"): Promise<never> {
	for (;;) {
		const engine = adapters.find(provider);
		if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
		await engine.transcribe(window, { language: "en", signal });
	}
}

await Promise.all([work("whisper-server"), work("onnx")]);
