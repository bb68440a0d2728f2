import type { Enforcement } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import { changeConfiguration } from "#platform/configuration";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { plansRoutes } from "./routes.ts";
import { createPlansService } from "./service.ts";

/** Settings of {@link createPlansModule}. */
export interface PlansSettings {
	readonly enforcement: Enforcement;
}

/** The module, and what the server does with it. */
export type PlansModule = Contribution & {
	/**
	 * Notes how far plans are enforced: it is read with each organization, so that everything that follows from its plan is a
	 * function of its row. For servers alone: a command may be run without their environment.
	 */
	readonly enforce: () => Promise<void>;
};

/** Creates the module of the plans that organizations may have. */
export const createPlansModule = (core: Core, { enforcement }: PlansSettings): PlansModule => ({
	facts,
	routes: plansRoutes(createPlansService(core)),
	async enforce() {
		await core.unitOfWork.run(systemContext("job:prepare"), (change) =>
			changeConfiguration(change, ({ billing }) =>
				(billing.enforcement ?? "off") === enforcement ? {} : { billing: { enforcement } },
			),
		);
	},
});
