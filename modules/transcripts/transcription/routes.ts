import { Elysia } from "elysia";
import { api } from "#http/api";
import { respondToChange } from "#http/resource";
import { documentation } from "./documentation.ts";
import { MeetingParams, TranscribeRequest } from "./schemas.ts";
import type { TranscriptionService } from "./service.ts";

export const transcriptionRoutes = (service: TranscriptionService) =>
	new Elysia({ name: "transcription" })
		.use(api)

		.post(
			"/meetings/:meetingId/transcribe",
			async ({ context, params, body, set, status }) => {
				const queued = await service.transcribe(context, params.meetingId, body);
				return status(202, respondToChange(set, "Transcription queued", queued));
			},
			{ requires: "transcript:write", params: MeetingParams, body: TranscribeRequest, ...documentation.transcribe },
		);
