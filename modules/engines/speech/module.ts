import type { Contribution } from "#platform/module";
import type { SpeechEngines } from "./ports.ts";
import { SecondPass } from "./second-pass.ts";
import { createSpeechEngines, type SpeechDeps } from "./service.ts";

/** Creates the module for speech recognition. It has no operations of its own: what is transcribed comes from others. */
export function createSpeechModule(deps: SpeechDeps): Contribution & { readonly engines: SpeechEngines } {
	const secondPass = new SecondPass();
	return {
		engines: createSpeechEngines(deps, secondPass),
		counters: [
			{
				name: "speech_second_passes_total",
				help: "Utterances of live speech that another engine transcribed again, by outcome; dropped: it had no capacity.",
				labelNames: ["outcome"],
				read: () => Object.entries(secondPass.counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
			},
		],
	};
}
