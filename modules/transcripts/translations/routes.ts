import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { respondWithPage } from "#http/list";
import { respondToGet } from "#http/resource";
import { documentation } from "./documentation.ts";
import {
	ListTranslationsQuery,
	OneQuery,
	TranscriptParams,
	TranslateTranscriptRequest,
	TranslationParams,
} from "./schemas.ts";
import type { TranslationsService } from "./service.ts";

/** People with the role `guest` read what is said in the meetings they take part in. */
const read = { requires: "transcript:read", participant: true } as const;
const write = { requires: "transcript:write" } as const;

export const translationsRoutes = (service: TranslationsService) =>
	new Elysia({ name: "translations" })
		.use(api)

		.post(
			"/transcripts/:transcriptId/translations",
			async ({ context, params, body, status }) => {
				const { data, isCurrent } = await service.request(context, params.transcriptId, body);
				return isCurrent
					? status(200, ok("Translation is up to date", data))
					: status(202, ok("Translation queued", data));
			},
			{ ...write, params: TranscriptParams, body: TranslateTranscriptRequest, ...documentation.request },
		)

		.get(
			"/transcripts/:transcriptId/translations",
			async ({ context, params, query, set }) => {
				const page = await service.list(context, params.transcriptId, query);
				return respondWithPage(context, set, "Translations retrieved", page);
			},
			{ ...read, params: TranscriptParams, query: ListTranslationsQuery, ...documentation.list },
		)

		.get(
			"/transcripts/:transcriptId/translations/:translationId",
			async ({ context, params, query, set }) => {
				const found = await service.get(context, params.transcriptId, params.translationId, query.fields);
				return respondToGet(context, set, "Translation retrieved", found);
			},
			{ ...read, params: TranslationParams, query: OneQuery, ...documentation.get },
		)

		.delete(
			"/transcripts/:transcriptId/translations/:translationId",
			async ({ context, params, status }) => {
				await service.remove(context, params.transcriptId, params.translationId);
				return status(204, undefined);
			},
			{ ...write, params: TranslationParams, ...documentation.remove },
		);
