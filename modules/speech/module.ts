import type { Contribution } from "#platform/module";
import type { SpeechEngines } from "./ports.ts";
import { createSpeechEngines, type SpeechDeps } from "./service.ts";

/** Creates the module for speech recognition. It has no operations of its own: what is transcribed comes from others. */
export function createSpeechModule(deps: SpeechDeps): Contribution & { readonly engines: SpeechEngines } {
	return { engines: createSpeechEngines(deps) };
}
