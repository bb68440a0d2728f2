import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { configsRoutes } from "./routes.ts";
import { type ConfigsDeps, createConfigsService } from "./service.ts";

interface ConfigurationsDeps extends Pick<ConfigsDeps, "limits" | "providers" | "hasMediaWorker"> {
	/** The sign-in options, without what follows from the platform. */
	readonly signIn: Omit<ConfigsDeps["signIn"], "mail">;
}

export function createConfigurationsModule(core: Core, deps: ConfigurationsDeps): Contribution {
	const signIn = { ...deps.signIn, mail: core.mailer !== null };
	return { facts, routes: configsRoutes(createConfigsService({ ...core, ...deps, signIn })) };
}
