import type { Core } from "#platform/module";
import { createConfigurationsModule } from "./configurations/module.ts";
import { createPagesModule } from "./pages/module.ts";
import { createSpeechModelsModule } from "./speech-models/module.ts";
import { createStatusModule } from "./status/module.ts";

interface InstallationDeps {
	readonly status: Parameters<typeof createStatusModule>[1];
	readonly configurations: Parameters<typeof createConfigurationsModule>[1];
	readonly speechModels: Parameters<typeof createSpeechModelsModule>[1];
}

/** Creates the modules about the installation itself: whether it works, its pages, what it knows and allows. */
export function createInstallation(core: Core, deps: InstallationDeps) {
	const status = createStatusModule(core, deps.status);
	return {
		status: status.service,
		modules: {
			status,
			pages: createPagesModule(core),
			configurations: createConfigurationsModule(core, deps.configurations),
			speechModels: createSpeechModelsModule(core, deps.speechModels),
		},
	};
}
