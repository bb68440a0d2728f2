import { describe, expect } from "bun:test";
import { render } from "#kernel/texts";
import type { LiveSpeech, SpeechPolicy } from "#modules/engines/speech";
import { createSpeechModule } from "#modules/engines/speech";
import { until } from "#tests/support/until";
import { engineTest, openEngines, WHISPER_SERVER } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { listenTo, noise, pcmOf, sayTo, silence } from "../support/live-speech.ts";
import { MEETING, saidWords } from "../support/meeting.ts";
import { descendantsOf } from "../support/processes.ts";
import { speak, wordErrorRate } from "../support/spoken.ts";

const opened = await forThisFile(openEngines({ whisperServer: WHISPER_SERVER, model: "tiny" }));

/** Returns how an organization with this policy hears English. */
async function liveFor(policy: SpeechPolicy | null): Promise<LiveSpeech & { counters: () => Record<string, number> }> {
	const module = createSpeechModule({
		adapters: opened.adapters,
		provider: "auto",
		liveProvider: "auto",
		policyOf: async () => policy,
	});
	const engine = await module.engines.chooseLive({ orgId: "org", language: "en" });
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	const counters = () => {
		const samples = module.counters?.[0]?.read();
		if (!Array.isArray(samples)) throw new Error("no samples");
		return Object.fromEntries(samples.map(({ labels, value }) => [labels.outcome, value]));
	};
	return { ...engine, counters };
}

const WHISPER_ALONE: SpeechPolicy = { providers: ["whisper-server"], allowExternal: false };

const spoken = MEETING.slice(0, 4);
const expected = saidWords(spoken.map(({ text }) => text).join(" "));

describe("live speech by utterances", () => {
	engineTest(
		"is what an engine for recordings hears, with times in the stream",
		async () => {
			const engine = await liveFor(WHISPER_ALONE);
			const pcm = await pcmOf(await speak(spoken));
			const listening = await listenTo(engine);

			await sayTo(listening.stream, pcm);
			await listening.stream.finish();

			const finals = listening.of("final");
			expect(engine.info.engine).toBe("whisper-server");
			expect(wordErrorRate(expected, saidWords(listening.said()))).toBeLessThanOrEqual(0.1);
			expect(finals.length).toBe(4);
			const times = finals.flatMap(({ segment }) => [segment.startMs, segment.endMs]);
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect(times.at(-1)).toBeWithin(14_000, pcm.length / 32 + 1);
			expect(finals.map(({ utterance }) => utterance)).toEqual(finals.map((_final, index) => index));
			expect(finals.every(({ language }) => language === "en")).toBe(true);
		},
		180_000,
	);

	engineTest(
		"is nothing where nobody speaks, so that the engine has nothing to invent",
		async () => {
			const listening = await listenTo(await liveFor(WHISPER_ALONE));

			await sayTo(listening.stream, new Uint8Array([...silence(5_000), ...noise(5_000, 0.1)]));
			await listening.stream.finish();

			expect(listening.of("final")).toEqual([]);
			expect(listening.of("heard").at(-1)?.heardMs).toBe(10_000);
		},
		120_000,
	);

	engineTest(
		"goes on when the engine is killed in the middle",
		async () => {
			const listening = await listenTo(await liveFor(WHISPER_ALONE));
			const pcm = await pcmOf(await speak(spoken));
			const servers = () => descendantsOf(process.pid).filter(({ command }) => /^\S*whisper-server -m/.test(command));
			const saying = sayTo(listening.stream, pcm).then(() => listening.stream.finish());
			await until(() => listening.of("final").length > 0, 120_000);
			for (const { pid } of servers()) process.kill(pid, "SIGKILL");

			await saying;

			expect(listening.of("error")).toEqual([]);
			expect(wordErrorRate(expected, saidWords(listening.said()))).toBeLessThanOrEqual(0.1);
		},
		180_000,
	);
});

describe("the second pass", () => {
	engineTest(
		"replaces what was heard live by what a better engine hears in the same utterance",
		async () => {
			const engine = await liveFor(null);
			const listening = await listenTo(engine);

			await sayTo(listening.stream, await pcmOf(await speak(spoken)), 2);
			await listening.stream.finish();

			const finals = listening.of("final");
			const revisions = listening.of("revision");
			expect(engine.info.engine).toBe("vosk");
			// How many there are depends on how busy the machine is.
			expect(revisions.length).toBeGreaterThanOrEqual(1);
			for (const { utterance, segment, engine: by, atMs } of revisions) {
				const final = finals.find((candidate) => candidate.utterance === utterance);
				expect(by.engine).toBe("whisper-server");
				expect(atMs).toBeGreaterThan(final?.atMs ?? Number.POSITIVE_INFINITY);
				expect([segment.startMs, segment.endMs]).toEqual([final?.segment.startMs ?? -1, final?.segment.endMs ?? -1]);
				expect(wordErrorRate(saidWords(final?.segment.text ?? ""), saidWords(segment.text))).toBeLessThan(0.4);
			}
			expect(revisions.some(({ segment }) => segment.text.endsWith("."))).toBe(true);
			expect(engine.counters().revised).toBe(revisions.length);
		},
		180_000,
	);

	engineTest(
		"is left out, and counted, where the engine does not keep up",
		async () => {
			const engine = await liveFor(null);
			const pcm = await pcmOf(await speak(MEETING));
			const all = await Promise.all([listenTo(engine), listenTo(engine)]);

			await Promise.all(all.map(({ stream }) => sayTo(stream, pcm).then(() => stream.finish())));

			const finals = all.flatMap(({ of }) => of("final")).length;
			const { revised = 0, confirmed = 0, dropped = 0, failed = 0 } = engine.counters();
			expect(finals).toBeGreaterThanOrEqual(30);
			expect(revised + confirmed + dropped + failed).toBe(finals);
			expect(dropped).toBeGreaterThan(0);
			expect(failed).toBe(0);
		},
		180_000,
	);

	engineTest(
		"is none where the policy admits the live engine alone",
		async () => {
			const engine = await liveFor({ providers: ["vosk"], allowExternal: false });
			const listening = await listenTo(engine);

			await sayTo(listening.stream, await pcmOf(await speak(spoken.slice(0, 2))));
			await listening.stream.finish();

			expect(listening.of("final").length).toBe(2);
			expect(listening.of("revision")).toEqual([]);
		},
		120_000,
	);
});
