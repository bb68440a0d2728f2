import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createModels } from "./models.ts";
import { audioApiRoutes } from "./routes.ts";
import { type AudioApiDeps, createAudioApi } from "./service.ts";

/** Creates the module that transcribes single files for clients of OpenAI's API. */
export const createAudioApiModule = (core: Core, deps: AudioApiDeps): Contribution => ({
	facts,
	routes: audioApiRoutes(createAudioApi(core, deps), createModels(core, deps.engines)),
});
