import { Elysia } from "elysia";
import { api } from "#http/api";
import { keepOpenDuring } from "#http/exchange";
import { readParts } from "#http/multipart";
import type { RequestContext } from "#kernel/request-context";
import { documentation } from "./documentation.ts";
import { toSrt, toText, toVerboseJson, toVtt } from "./formats.ts";
import type { Models } from "./models.ts";
import { FORM_LIMITS, ModelParams, TranscriptionForm, TranslationForm } from "./schemas.ts";
import type { AudioApi, AudioRequest, AudioResult } from "./service.ts";

/** Creates the operations on audio files and models, as OpenAI has them. */
export function audioApiRoutes(service: AudioApi, models: Models) {
	const form = (schema: typeof TranscriptionForm | typeof TranslationForm) => ({
		maxBytes: FORM_LIMITS.maxBytes,
		mediaTypes: { "multipart/form-data": { schema } },
	});
	// Engines take their time.
	const run = (context: RequestContext, request: Request, task: AudioRequest["task"]) => {
		const parts = readParts(request, FORM_LIMITS);
		return keepOpenDuring(request, service.run(context, { task, parts, signal: request.signal }));
	};
	const options = { requires: "transcript:write", isOpenAi: true } as const;

	return new Elysia({ name: "audio-api" })
		.use(api)

		.get("/v1/models", async ({ context }) => ({ object: "list" as const, data: await models.list(context) }), {
			...options,
			...documentation.listModels,
		})

		.get("/v1/models/:model", ({ context, params }) => models.find(context, params.model), {
			...options,
			params: ModelParams,
			...documentation.getModel,
		})

		.post(
			"/v1/audio/transcriptions",
			async ({ context, request, set }) => respond(await run(context, request, "transcribe"), "transcribe", set),
			{ ...options, takes: form(TranscriptionForm), ...documentation.transcribe },
		)

		.post(
			"/v1/audio/translations",
			async ({ context, request, set }) => respond(await run(context, request, "translate"), "translate", set),
			{ ...options, takes: form(TranslationForm), ...documentation.translate },
		);
}

/** Returns the body in the format asked for, and sets its headers. */
function respond(
	{ spoken, options: { format, granularities }, engine }: AudioResult,
	task: AudioRequest["task"],
	{ headers }: { readonly headers: Record<string, string | number> },
) {
	headers["x-engine"] = `${engine.engine}/${engine.model}`;
	const asText = (type: string, text: string) => {
		headers["content-type"] = `${type}; charset=utf-8`;
		return text;
	};
	switch (format) {
		case "json":
			return { text: toText(spoken) };
		case "verbose_json":
			return toVerboseJson(spoken, task, granularities);
		case "text":
			return asText("text/plain", `${toText(spoken)}\n`);
		case "srt":
			return asText("application/x-subrip", toSrt(spoken));
		case "vtt":
			return asText("text/vtt", toVtt(spoken));
	}
}
