import { roomChanged } from "#modules/meetings/meetings";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { recordingRoutes } from "./routes.ts";
import { createRecordingControl, REVIEW } from "./service.ts";

/** Creates the module that starts and stops the recording of meetings. */
export function createRecordingControlModule(core: Core): Contribution {
	const service = createRecordingControl(core);
	core.jobs.handle(REVIEW, service.review);
	return { routes: recordingRoutes(service), reactions: [at(roomChanged, service.onRoomChanged)] };
}
