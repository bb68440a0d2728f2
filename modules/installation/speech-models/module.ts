import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import type { ModelInstaller } from "./ports.ts";
import { speechModelsRoutes } from "./routes.ts";
import { createSpeechModelsService } from "./service.ts";
import { registerWorker } from "./worker.ts";

/** Creates the module by which system administrators install models of speech recognition. */
export function createSpeechModelsModule(core: Core, deps: { readonly installer: ModelInstaller }): Contribution {
	registerWorker({ ...core, ...deps });
	return { facts, routes: speechModelsRoutes(createSpeechModelsService({ ...core, ...deps })) };
}
