import type { EngineName } from "#db/schema";
import type { DecodedAudio } from "#modules/engines/media";
import type { HeardWindow, SpeechEngines, SpeechProvider, SpeechToText } from "#modules/engines/speech";
import type { JobRun } from "#modules/recordings/processing";
import { EngineMissingError } from "./errors.ts";
import { type ChannelWindow, type Findings, toFindings } from "./findings.ts";
import { toPieces } from "./pieces.ts";
import { progressOf } from "./progress.ts";
import { languagesOf, storedResult, toWindowResult, UNDETERMINED } from "./window-results.ts";

/** Number of windows that are heard without knowing the language, unless it was announced. */
const LANGUAGE_WINDOWS = 3;

/** What is to be transcribed. */
export interface Transcribed {
	readonly audio: () => Promise<DecodedAudio>;
	readonly windows: readonly ChannelWindow[];
	/** End of the slot on the scale of `performance.now()`; at least one window is heard. */
	readonly deadlineMs: number;
	/** Makes the transcript, unless it is made; null: no engine heard anything. */
	readonly begin: (engine: EngineName | null) => Promise<void>;
}

export type Recognition = ReturnType<typeof createRecognition>;

/** Creates the step that hears the windows of a recording one after the other; what was heard is never heard again. */
export function createRecognition(engines: SpeechEngines) {
	/** Returns the engine for a job. @throws EngineMissingError */
	async function choose({ row }: JobRun): Promise<SpeechToText> {
		const { orgId, provider, language } = row;
		const engine = await engines.choose({
			orgId,
			...(provider !== null && { provider: provider as SpeechProvider }), // The service has checked it.
			language,
		});
		if ("unavailable" in engine) throw new EngineMissingError(engine.unavailable);
		return engine;
	}

	/** Returns the language the first windows were heard in; null while there are too few. */
	async function heardLanguage(run: JobRun): Promise<string | null> {
		const first = await run.listResults(-1, LANGUAGE_WINDOWS);
		if (first.length < LANGUAGE_WINDOWS) return null;
		return languagesOf(first.map(storedResult))[0] ?? null;
	}

	/** Returns the language for the next window; null lets the engine find out. */
	async function languageFor(run: JobRun): Promise<string | null> {
		const { language, findings } = run.row;
		return language ?? toFindings(findings).language ?? (await heardLanguage(run));
	}

	/** Hears a window. @param language null lets the engine find out. @throws SpeechError */
	async function hear(run: JobRun, engine: SpeechToText, { audio, window, language }: Heard) {
		const samples = await (await audio()).read(window.channel, window.startMs, window.endMs);
		const heard = await engine.transcribe(samples, { language, signal: run.signal });
		return { ...heard, language: known(heard.language, language) };
	}

	/** Returns what is left to another engine than the one that is given pieces: windows, which every engine can hear. */
	async function piecesFor(run: JobRun, { info }: SpeechToText, windows: readonly ChannelWindow[]) {
		const findings = toFindings(run.row.findings);
		const { pieces } = findings;
		if (pieces === undefined || isSame(run.row.engine as EngineName | null, nameOf(info))) return pieces;
		const heard = pieces.slice(0, await run.countResults());
		const left = windows.filter(({ startMs }) => startMs >= (heard.at(-1)?.endMs ?? 0));
		await run.save({ findings: { ...findings, pieces: [...heard, ...left] } });
		return [...heard, ...left];
	}

	/**
	 * Hears the windows that have not been heard, until the slot is over.
	 * @returns whether all are done
	 * @throws EngineMissingError, SpeechError, JobEndedError
	 */
	return async function listen(run: JobRun, { audio, windows, deadlineMs, begin }: Transcribed): Promise<boolean> {
		const done = await run.countResults();
		if (done >= (toFindings(run.row.findings).pieces ?? windows).length) {
			// Nobody speaks: no engine is needed to know that.
			await begin(null);
			return true;
		}
		const engine = await choose(run);
		await begin(nameOf(engine.info));
		let planned = (await piecesFor(run, engine, windows)) ?? windows;
		for (let position = done; position < planned.length; ) {
			if (position > done && performance.now() > deadlineMs) return false;
			await run.assertAllowed();
			const language = await languageFor(run);
			const window = planned[position] as ChannelWindow; // Below the length.
			const heard = await hear(run, engine, { audio, window, language });
			const findings = toFindings(run.row.findings);
			if (position === 0 && findings.pieces === undefined && tellsVoicesApart(heard, findings)) {
				planned = toPieces(windows);
				await run.save({ findings: { ...findings, pieces: planned } });
				continue;
			}
			const settled = findings.language ?? (position >= LANGUAGE_WINDOWS ? language : null);
			await run.saveResult(position++, toWindowResult(heard, window), {
				attempts: 0,
				progress: progressOf("transcribe", position / planned.length),
				...(settled !== null && settled !== findings.language && { findings: { ...findings, language: settled } }),
			});
		}
		return true;
	};
}

/** A window to be heard. */
interface Heard extends Pick<Transcribed, "audio"> {
	readonly window: ChannelWindow;
	readonly language: string | null;
}

/** Whether an engine names the voices in the only channel of a recording; in several, each is a person's. */
const tellsVoicesApart = ({ segments }: HeardWindow, { channels = 1 }: Findings): boolean =>
	channels === 1 && segments.some(({ speaker }) => speaker !== null);

const isSame = (a: EngineName | null, b: EngineName): boolean => a?.engine === b.engine && a.model === b.model;

/** Returns the name of an engine as results bear it. */
const nameOf = ({ engine, model, version }: EngineName): EngineName => ({ engine, model, version });

/** Returns the language a window was heard in, as the engine says, otherwise as it was stated. */
const known = (heard: string, stated: string | null): string => (heard === UNDETERMINED ? (stated ?? heard) : heard);
