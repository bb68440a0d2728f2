import { useSyncExternalStore } from "react";
import { hold, type Kept, keep, keepPiece, newId, release } from "../../api/kept.ts";
import { onSignedOut } from "../../api/signed-in.ts";
import { type DeviceObstacle, findSoundType, hasDevices, levelOf, openDevice, stopTracks } from "../../room/devices.ts";
import { addRecording, type Place } from "./uploads.ts";

/** Why nothing can be recorded, or no longer. */
export type Obstacle = DeviceObstacle | "unsupported" | "notShared" | "silentTab" | "storage";

/** The recording of this tab; one at a time. */
export interface Recording {
	readonly kept: Kept;
	readonly state: "recording" | "paused" | "stopping";
	/** Whether a second channel has the sound of a tab. */
	readonly hasTab: boolean;
}

/** A piece is kept after so many ms: what a crash costs at most. */
const PIECE_MS = 1_000;
const BITS_PER_CHANNEL = 48_000;

let current: Recording | null = null;
let machine: Machine | null = null;
const listeners = new Set<() => void>();

interface Machine {
	readonly recorder: MediaRecorder;
	readonly analyser: AnalyserNode;
	/** Length before the last pause, and when it went on. */
	readonly clock: { beforeMs: number; sinceMs: number | null };
	/** Switches microphone and sharing off. */
	readonly close: () => void;
	/** Resolves once everything is kept. */
	readonly ended: Promise<void>;
}

function show(next: Recording | null): void {
	current = next;
	for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};
export const useRecording = (): Recording | null => useSyncExternalStore(subscribe, () => current);

/** Returns why this browser cannot record at this address. */
export function findObstacle(): Obstacle | null {
	if (!hasDevices()) return "insecure";
	return findSoundType() === null ? "unsupported" : null;
}

async function openTab(): Promise<MediaStream | Obstacle> {
	try {
		const shared = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
		// Only what is heard is recorded.
		for (const track of shared.getVideoTracks()) track.stop();
		return shared.getAudioTracks().length > 0 ? shared : "silentTab";
	} catch {
		return "notShared";
	}
}

/** Begins to record. @returns what prevents it */
export async function start(
	place: Place,
	{ name, deviceId, withTab }: { readonly name: string; readonly deviceId: string; readonly withTab: boolean },
): Promise<Obstacle | null> {
	// First: the browser only asks for it right after a click.
	const tab = withTab ? await openTab() : null;
	if (typeof tab === "string") return tab;
	const microphone = await openDevice({ audio: deviceId === "" ? true : { deviceId: { exact: deviceId } } });
	if (typeof microphone === "string") {
		stopTracks(tab ? [tab] : []);
		return microphone;
	}
	const type = findSoundType() ?? "";
	const changedAtMs = Date.now();
	const kept: Kept = {
		...place,
		id: newId(),
		kind: "recording",
		name,
		type,
		sizeBytes: 0,
		changedAtMs,
		previous: null,
	};
	try {
		await keep(kept);
	} catch {
		stopTracks(tab ? [microphone, tab] : [microphone]);
		return "storage";
	}
	hold(kept.id);
	// Not to be cleared away when the disk gets full.
	void navigator.storage?.persist?.();
	machine = await build(kept, tab ? [microphone, tab] : [microphone]);
	show({ kept, state: "recording", hasTab: tab !== null });
	return null;
}

/**
 * Records each source as a channel of its own: who speaks at the microphone and who is heard in the tab are two speakers to
 * the transcript.
 */
async function build(kept: Kept, sources: readonly MediaStream[]): Promise<Machine> {
	const context = new AudioContext();
	await context.resume();
	const channelCount = sources.length;
	const merger = context.createChannelMerger(channelCount);
	const analyser = context.createAnalyser();
	const output = new MediaStreamAudioDestinationNode(context, { channelCount });
	for (const [index, source] of sources.entries()) {
		const mono = new GainNode(context, { channelCount: 1, channelCountMode: "explicit" });
		context.createMediaStreamSource(source).connect(mono);
		mono.connect(merger, 0, index);
	}
	merger.connect(output);
	merger.connect(analyser);

	const recorder = new MediaRecorder(output.stream, {
		mimeType: kept.type,
		audioBitsPerSecond: BITS_PER_CHANNEL * channelCount,
	});
	let keeping: Promise<unknown> = Promise.resolve();
	let count = 0;
	recorder.ondataavailable = ({ data }) => {
		const number = count++;
		// What is kept so far is uploaded when the disk is full.
		keeping = keeping.then(() => keepPiece(kept.id, number, data)).catch(() => void stop());
	};
	const ended = new Promise<void>((resolve) => {
		recorder.onstop = () => resolve(keeping.then(() => undefined));
	});
	// Unplugged, or taken away by the system.
	for (const track of sources[0]?.getAudioTracks() ?? []) track.onended = () => void stop();
	recorder.start(PIECE_MS);
	const close = () => {
		stopTracks(sources);
		void context.close();
	};
	return { recorder, analyser, clock: { beforeMs: 0, sinceMs: performance.now() }, close, ended };
}

const lengthOf = ({ beforeMs, sinceMs }: Machine["clock"]): number =>
	beforeMs + (sinceMs === null ? 0 : performance.now() - sinceMs);

/** Returns how long the recording is, and how loud it is at this moment, 0…1. */
export function measure(): { readonly lengthMs: number; readonly level: number } {
	if (!machine) return { lengthMs: 0, level: 0 };
	const { analyser, clock } = machine;
	const samples = new Float32Array(analyser.fftSize);
	analyser.getFloatTimeDomainData(samples);
	const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
	return { lengthMs: lengthOf(clock), level: clock.sinceMs === null ? 0 : levelOf(peak) };
}

export function pauseOrGoOn(): void {
	if (!machine || !current) return;
	const { recorder, clock } = machine;
	const isPaused = recorder.state === "paused";
	clock.beforeMs = lengthOf(clock);
	clock.sinceMs = isPaused ? performance.now() : null;
	if (isPaused) recorder.resume();
	else recorder.pause();
	show({ ...current, state: isPaused ? "recording" : "paused" });
}

/** Ends the recording, which stays in this browser. */
async function end(): Promise<Kept | null> {
	const [ending, recording] = [machine, current];
	machine = null;
	if (!ending || !recording) return null;
	show({ ...recording, state: "stopping" });
	if (ending.recorder.state !== "inactive") ending.recorder.stop();
	await ending.ended;
	ending.close();
	show(null);
	return recording.kept;
}

/** Ends the recording and uploads it. */
export async function stop(onFinished?: (meetingId: string) => void): Promise<void> {
	const kept = await end();
	if (kept) await addRecording(kept, onFinished);
}

addEventListener("beforeunload", (event) => {
	if (current) event.preventDefault();
});
onSignedOut(() => void end().then((kept) => kept && release(kept.id)));
