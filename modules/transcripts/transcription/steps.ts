import type { RecordingRow } from "#db/schema";
import { type DecodedAudio, type Media, peaks } from "#modules/engines/media";
import type { SpeechEngines } from "#modules/engines/speech";
import type { JobRun } from "#modules/recordings/processing";
import type { AudioFiles } from "./audio.ts";
import { type ChannelWindow, type Findings, toFindings } from "./findings.ts";
import { progressOf } from "./progress.ts";

/** Number of peaks of a waveform: more than a player has pixels. */
const PEAKS = 2_000;

export interface StepsDeps {
	readonly media: Media;
	readonly audioFiles: AudioFiles;
	readonly engines: SpeechEngines;
	/** Stores what the recording is, which makes it playable. */
	readonly onProbed: (
		recording: RecordingRow,
		probed: { readonly durationMs: number | null; readonly channels: number; readonly hasVideo: boolean },
	) => Promise<void>;
	/** Stores the waveform of the recording. */
	readonly onPeaks: (recording: RecordingRow, peaks: Int8Array) => Promise<void>;
}

export type Steps = ReturnType<typeof createSteps>;

/** Creates the steps from a recording to windows of speech. Each stores what it found and is skipped once it has. */
export function createSteps({ media, audioFiles, engines, onProbed, onPeaks }: StepsDeps) {
	/** Looks what is in the recording. */
	async function probe(run: JobRun, recording: RecordingRow): Promise<void> {
		if (recording.state === "ready") return;
		const { signal } = run;
		const probed = await audioFiles.withContent(recording, (path) => media.probe(path, { signal }));
		await onProbed(recording, probed);
	}

	/** Decodes the recording, and draws its waveform the first time. */
	async function decode(run: JobRun, recording: RecordingRow): Promise<DecodedAudio> {
		const audio = await audioFiles.decode(run.row.id, recording, {
			signal: run.signal,
			onProgress: run.reporter((done) => progressOf("decode", done)),
		});
		const findings = toFindings(run.row.findings);
		if (findings.durationMs === undefined) {
			await onPeaks(recording, await peaks(audio, PEAKS));
			const { durationMs, channels } = audio;
			await save(run, "detect", { ...findings, durationMs, channels });
		}
		return audio;
	}

	/** Finds the speech in the audio, which is decoded only if need be. */
	async function detect(run: JobRun, decoded: () => Promise<DecodedAudio>): Promise<readonly ChannelWindow[]> {
		const known = toFindings(run.row.findings).windows;
		if (known !== undefined) return known;
		const audio = await decoded();
		const windows: ChannelWindow[] = [];
		for (let channel = 0; channel < audio.channels; channel++) {
			const found = await engines.detectSpeech(audio, channel, {
				signal: run.signal,
				onProgress: run.reporter((done) => progressOf("detect", (channel + done) / audio.channels)),
			});
			windows.push(...found.map((window) => ({ channel, ...window })));
		}
		windows.sort((a, b) => a.startMs - b.startMs || a.channel - b.channel);
		await save(run, "transcribe", { ...toFindings(run.row.findings), windows });
		return windows;
	}

	const save = (run: JobRun, step: "detect" | "transcribe", findings: Findings) =>
		run.save({ step, findings, progress: progressOf(step, 0), attempts: 0 });

	return { probe, decode, detect };
}
