import { render } from "#kernel/texts";
import type { PcmAudio, SpeechProvider, SpeechToText } from "#modules/engines/speech";
import { humanClips, openEngines, readWav, WHISPER_SERVER } from "#tests/support/engines";
import { MEETING, saidWords } from "#tests/support/meeting";
import { speak, wordErrorRate } from "#tests/support/spoken";
import { cpuSecondsWithChildren, largestChildMib } from "./support/child-cpu.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"wrong words, CPU per second of audio and memory of each speech engine: a meeting of two voices, and a reader";
/** Required tools. */
export const needs: readonly Tool[] = ["flite", "sox"];

const ENGINES: readonly (readonly [provider: SpeechProvider, model: string])[] = [
	["whisper-server", "tiny"],
	["onnx", "tiny"],
	["onnx", "base"],
];

const { signal } = new AbortController();

/** Audio and what is said in it. */
interface Said {
	readonly audio: PcmAudio;
	readonly text: string;
}

/** Transcribes both sets with each engine alone, without the pipeline around it. */
export async function run(): Promise<void> {
	const meeting: Said = { audio: await readWav(await speak(MEETING)), text: MEETING.map(({ text }) => text).join(" ") };
	const human: Said[] = [];
	for (const { path, text } of await humanClips()) human.push({ audio: await readWav(path), text });

	const rows: (string | number)[][] = [];
	const values: Record<string, number> = {};
	for (const [provider, model] of ENGINES) {
		const ofMeeting = await measure(provider, model, [meeting]);
		const ofHuman = await measure(provider, model, human);
		rows.push([
			`${provider} ${model}`,
			ofMeeting.errors * 100,
			ofHuman.errors * 100,
			ofMeeting.cpuPerSecond,
			ofMeeting.wallPerSecond,
			ofMeeting.mib,
		]);
		const name = `${provider.replace("-", "_")}_${model}`;
		values[`${name}_wer`] = ofMeeting.errors;
		values[`${name}_human_wer`] = ofHuman.errors;
		values[`${name}_cpu`] = ofMeeting.cpuPerSecond;
		values[`${name}_mib`] = ofMeeting.mib;
	}
	table(["engine", "meeting WER %", "human WER %", "CPU s/s of audio", "wall s/s", "MiB at most"], rows);
	figures("speech", values);
}

async function measure(provider: SpeechProvider, model: string, all: readonly Said[]) {
	const opened = openEngines({ whisperServer: WHISPER_SERVER, model });
	try {
		const engine = opened.adapters.find(provider);
		if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
		// Loading the models is not part of it.
		await engine.transcribe(new Float32Array(16_000), { language: null, signal });
		for (const { audio } of all.slice(0, 1)) await opened.engines.detectSpeech(audio, 0, { signal });
		const cpuBefore = cpuSecondsWithChildren();
		const startMs = performance.now();
		const heard: string[] = [];
		for (const { audio } of all)
			heard.push(await hear(engine, audio, await opened.engines.detectSpeech(audio, 0, { signal })));
		const seconds = all.reduce((sum, { audio }) => sum + audio.durationMs / 1000, 0);
		return {
			errors: wordErrorRate(saidWords(all.map(({ text }) => text).join(" ")), saidWords(heard.join(" "))),
			cpuPerSecond: (cpuSecondsWithChildren() - cpuBefore) / seconds,
			wallPerSecond: (performance.now() - startMs) / 1000 / seconds,
			mib: Math.round(largestChildMib()),
		};
	} finally {
		await opened.close();
	}
}

async function hear(
	engine: SpeechToText,
	audio: PcmAudio,
	windows: readonly { readonly startMs: number; readonly endMs: number }[],
): Promise<string> {
	const texts: string[] = [];
	for (const { startMs, endMs } of windows) {
		const { segments } = await engine.transcribe(await audio.read(0, startMs, endMs), { language: null, signal });
		texts.push(...segments.map(({ text }) => text));
	}
	return texts.join(" ");
}
