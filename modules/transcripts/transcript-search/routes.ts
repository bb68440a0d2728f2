import { Elysia } from "elysia";
import { api } from "#http/api";
import { respondWithPage } from "#http/list";
import { documentation } from "./documentation.ts";
import { SearchTranscriptsQuery } from "./schemas.ts";
import type { SearchService } from "./service.ts";

export const transcriptSearchRoutes = (service: SearchService) =>
	new Elysia({ name: "transcript-search" })
		.use(api)
		.get(
			"/transcripts/search",
			async ({ context, query, set }) =>
				respondWithPage(context, set, "Transcripts searched", await service.search(context, query)),
			{
				requires: "transcript:read",
				participant: true,
				narrowsGuests: true,
				query: SearchTranscriptsQuery,
				...documentation.search,
			},
		);
