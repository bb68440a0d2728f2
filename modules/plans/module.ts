import type { Enforcement } from "#db/schema";
import { systemContext } from "#modules/permissions";
import { changeConfiguration } from "#platform/configuration";
import type { Contribution, Core } from "#platform/module";

/** Settings of {@link createPlansModule}. */
export interface PlansSettings {
	readonly enforcement: Enforcement;
}

/** Creates the module of the plans that organizations may have. */
export function createPlansModule(
	{ unitOfWork }: Pick<Core, "unitOfWork">,
	{ enforcement }: PlansSettings,
): Contribution {
	return {
		// Read with each organization, so that everything that follows from its plan is a function of its row.
		async prepare() {
			await unitOfWork.run(systemContext("job:prepare"), (change) =>
				changeConfiguration(change, ({ billing }) =>
					(billing.enforcement ?? "off") === enforcement ? {} : { billing: { enforcement } },
				),
			);
		},
	};
}
