import { mkdirSync } from "node:fs";
import { ENGINE_ENV, humanClips } from "#tests/support/engines";
import type { Frame } from "#tests/support/live";
import { openRoom } from "#tests/support/live-room";
import { speakLive } from "#tests/support/live-speaker";
import { MEETING } from "#tests/support/meeting";
import { foundSchool } from "#tests/support/school";
import { joined, type Speech, utterancesOf } from "#tests/support/utterances";
import { cpuSecondsWithChildren } from "../support/child-cpu.ts";
import { quantile } from "../support/load.ts";
import { BINARY, serve } from "../support/program.ts";
import { figures } from "../support/report.ts";

/** Silence after each utterance, in ms: long enough that its final is not mistaken for that of the next. */
const PAUSE_MS = 2_000;
/** Sentences that each synthesized voice says. */
const SENTENCES = 8;

/** A final, and when it arrived, in ms of the audio of its track. */
interface Arrival {
	readonly atMs: number;
	readonly text: string;
}

/** Returns for each utterance how long after its end the next final came, in ms; null: there was none. */
function delaysOf({ utterances, durationMs }: Speech, arrivals: readonly Arrival[]): (number | null)[] {
	return utterances.map(({ endMs }, index) => {
		const next = utterances[index + 1]?.endMs ?? durationMs + 10_000;
		const first = arrivals.find(({ atMs }) => atMs > endMs - 200 && atMs < next - 200);
		return first ? first.atMs - endMs : null;
	});
}

/** Speaks with several voices at the speed of speech, and measures how long after each utterance its final is read. */
export async function measureSpeech(folder: string, tracks: number): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const speeches = await Promise.all(Array.from({ length: tracks }, (_, index) => speechOf(index)));
	const program = await serve(BINARY, folder, 0, { ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk", RATE_LIMITS: "off" });
	try {
		const { url } = program;
		const room = await openRoom(url, await foundSchool(url));
		const cpuBefore = cpuSecondsWithChildren() - ownCpuSeconds();
		const startedMs = performance.now();
		const delays = await Promise.all(
			speeches.map(async (speech, index) => {
				const { token } = await room.guest(url, `Voice ${index + 1}`);
				const arrivals: Arrival[] = [];
				const known = new Set<string>();
				let beginMs = 0;
				const onFrame = ({ type, segment }: Frame): void => {
					// Its revision, when it was listened to again, comes later.
					if (type !== "final" || segment.speaker.label !== `Voice ${index + 1}` || known.has(segment.id)) return;
					known.add(segment.id);
					arrivals.push({ atMs: performance.now() - beginMs, text: segment.text });
				};
				const onStart = (startMs: number): void => {
					beginMs = startMs;
				};
				await speakLive({ urls: [url], meetingId: room.meetingId, token, pcm: speech.pcm, onFrame, onStart });
				return delaysOf(speech, arrivals);
			}),
		);
		const seconds = (performance.now() - startedMs) / 1000;
		const cpu = cpuSecondsWithChildren() - ownCpuSeconds() - cpuBefore;
		const known = delays.flat().filter((delay) => delay !== null);
		figures("live speech", {
			tracks,
			utterances: delays.flat().length,
			without_final: delays.flat().length - known.length,
			median_ms: Math.round(quantile(known, 0.5)),
			p90_ms: Math.round(quantile(known, 0.9)),
			max_ms: Math.round(Math.max(...known)),
			cores_per_track: cpu / seconds / tracks,
			rss_mib: program.rssMib(),
		});
	} finally {
		await program.kill();
	}
}

/** Returns what a track says: a person reads on the first one, synthesized voices on the others. */
async function speechOf(index: number): Promise<Speech> {
	const clips = index === 0 ? await humanClips().catch(() => []) : [];
	if (clips.length > 0)
		return joined(
			clips.map(({ text, path }) => [text, path]),
			PAUSE_MS,
		);
	const voice = index % 2 === 0 ? "slt" : "rms";
	const from = (index * 3) % MEETING.length;
	const said = [...MEETING, ...MEETING].slice(from, from + SENTENCES).map(({ text }) => ({ voice, text }) as const);
	return utterancesOf(said, PAUSE_MS);
}

function ownCpuSeconds(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
}
