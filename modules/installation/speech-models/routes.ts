import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { NoBody } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { DownloadModelRequest } from "./schemas.ts";
import type { SpeechModelsService } from "./service.ts";

/** Operations on models of speech recognition. */
export const speechModelsRoutes = (service: SpeechModelsService) =>
	new Elysia({ name: "speech-models", prefix: "/speech-models" })
		.use(api)

		.get("", async ({ query }) => ok("Speech models retrieved", await service.get(query.fields)), {
			requires: "org:read",
			system: true,
			query: FieldsQuery,
			...documentation.get,
		})

		.post(
			"/download",
			async ({ context, body, status }) => status(202, ok("Download queued", await service.start(context, body))),
			{ requires: "org:write", system: true, body: DownloadModelRequest, ...documentation.start },
		)

		.post("/download/cancel", async ({ context }) => ok("Download cancelled", await service.cancel(context)), {
			requires: "org:write",
			system: true,
			body: NoBody,
			...documentation.cancel,
		});
