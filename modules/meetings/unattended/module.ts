import { roomChanged } from "#modules/meetings/meetings";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createUnattended, END_UNATTENDED, type Unattended, type UnattendedDeps } from "./service.ts";

/** How often it is looked whether a room has lost its host, in ms. */
const LOOK_MS = 1_000;

/** The module, and what others use of it. */
export interface UnattendedModule extends Contribution {
	readonly service: Unattended;
}

/** Creates the module that holds or ends meetings whose hosts are gone. */
export function createUnattendedModule(core: Core, deps: Pick<UnattendedDeps, "end">): UnattendedModule {
	const service = createUnattended({ ...core, ...deps, instanceId: core.newId("srv") });
	core.jobs.handle(END_UNATTENDED, service.endUnattended, { settled: true });
	return {
		service,
		reactions: [at(roomChanged, service.onRoomChanged)],
		periodicTasks: [
			{ everyMs: LOOK_MS, work: service.look, failureMessage: "the check for rooms without a host failed" },
		],
	};
}
