import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import { joinedSegment } from "./joined-segment.ts";
import type { LiveSpeech, LiveSpeechEvent } from "./live-ports.ts";
import type { HeardSegment, SpeechToText } from "./ports.ts";
import { StreamAudio } from "./stream-audio.ts";

type Final = Extract<LiveSpeechEvent, { type: "final" }>;

/** How many utterances of an organization wait for their second pass, at most, and for how long, in ms: afterwards the first one stands. */
const MAX_WAITING = 8;
const MAX_WAIT_MS = 10_000;
/** Room around an utterance, where consonants are soft, in ms. */
const MARGIN_MS = 300;

/** What became of second passes. */
export interface SecondPassCounts {
	revised: number;
	/** The engine heard the same, or nothing. */
	confirmed: number;
	/** The engine had no room. */
	dropped: number;
	failed: number;
}

/** Listens again to utterances, one after the other, as long as the engine keeps up; organizations take turns. */
export class SecondPass {
	readonly counts: SecondPassCounts = { revised: 0, confirmed: 0, dropped: 0, failed: 0 };
	private readonly limiter = new FairLimiter(1);

	/** Returns a live engine whose finals are revised by another engine. */
	over(live: LiveSpeech, engine: SpeechToText): LiveSpeech {
		return {
			info: live.info,
			open: async ({ onEvent, ...options }) => {
				const { party = INSTALLATION } = options;
				const audio = new StreamAudio();
				const ending = new AbortController();
				const signal = AbortSignal.any([options.signal, ending.signal]);
				const revisions = new Set<Promise<void>>();
				const stream = await live.open({
					...options,
					onEvent: (event) => {
						onEvent(event);
						if (event.type === "final") {
							const revision = this.revise(event, audio, engine, { party, signal }).then((segment) => {
								revisions.delete(revision);
								if (segment && !signal.aborted)
									onEvent({ type: "revision", utterance: event.utterance, segment, engine: engine.info });
							});
							revisions.add(revision);
						}
						if (event.type === "final" || event.type === "heard") audio.forget(event.heardMs - MARGIN_MS);
						if (event.type === "error") ending.abort();
					},
				});
				return {
					write(pcm) {
						if (!signal.aborted) audio.append(pcm);
						return stream.write(pcm);
					},
					finalize: () => stream.finalize(),
					async finish() {
						await stream.finish();
						await Promise.all(revisions);
						ending.abort();
					},
					abort() {
						ending.abort();
						stream.abort();
					},
				};
			},
		};
	}

	/** Listens again to an utterance. @returns null when the first pass stands */
	private async revise(
		{ segment, language }: Final,
		audio: StreamAudio,
		engine: SpeechToText,
		{ party, signal }: { readonly party: string; readonly signal: AbortSignal },
	): Promise<HeardSegment | null> {
		if (this.limiter.waiting(party) >= MAX_WAITING) return this.count("dropped");
		const { startMs, endMs } = segment;
		const fromMs = Math.max(0, startMs - MARGIN_MS);
		const window = audio.samples(fromMs, endMs + MARGIN_MS);
		const sinceMs = performance.now();
		return await this.limiter.run(party, null, async () => {
			if (signal.aborted) return null;
			if (performance.now() - sinceMs > MAX_WAIT_MS) return this.count("dropped");
			const heard = await engine.transcribe(window, { language, signal }).catch(() => null);
			if (signal.aborted) return null;
			if (!heard) return this.count("failed");
			const revised = joinedSegment(heard.segments, fromMs, segment);
			if (!revised || revised.text === segment.text || isInvented(revised, segment)) return this.count("confirmed");
			this.counts.revised++;
			// Where it begins and ends is known already.
			return { ...revised, startMs, endMs };
		});
	}

	private count(outcome: keyof SecondPassCounts): null {
		this.counts[outcome]++;
		return null;
	}
}

/** Whether an engine has written far more than was said: some do where little is. */
const isInvented = (revised: HeardSegment, said: HeardSegment): boolean =>
	revised.text.length > 2 * said.text.length + 20;
