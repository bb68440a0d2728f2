import type { Enforcement } from "#db/schema";
import { systemContext } from "#modules/permissions";
import { changeConfiguration } from "#platform/configuration";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { plansRoutes } from "./routes.ts";
import { createPlansService } from "./service.ts";

/** Settings of {@link createPlansModule}. */
export interface PlansSettings {
	readonly enforcement: Enforcement;
}

/** Creates the module of the plans that organizations may have. */
export function createPlansModule(core: Core, { enforcement }: PlansSettings): Contribution {
	return {
		facts,
		routes: plansRoutes(createPlansService(core)),
		// Read with each organization, so that everything that follows from its plan is a function of its row.
		async prepare() {
			await core.unitOfWork.run(systemContext("job:prepare"), (change) =>
				changeConfiguration(change, ({ billing }) =>
					(billing.enforcement ?? "off") === enforcement ? {} : { billing: { enforcement } },
				),
			);
		},
	};
}
