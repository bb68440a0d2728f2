import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { documentation } from "./documentation.ts";
import { RecordingParams, SetRecordingRequest } from "./schemas.ts";
import type { RecordingControl } from "./service.ts";

/** The operation on the recording of a meeting. */
export const recordingRoutes = (service: RecordingControl) =>
	new Elysia({ name: "recording-control" })
		.use(api)

		.post(
			"/meetings/:meetingId/recording",
			async ({ context, params, body }) =>
				ok("Recording set", await service.set(context, params.meetingId, body.state)),
			{
				requires: "meeting:write",
				hosts: true,
				params: RecordingParams,
				body: SetRecordingRequest,
				...documentation.set,
			},
		);
