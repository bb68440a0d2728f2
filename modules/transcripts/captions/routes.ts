import { Elysia } from "elysia";
import { api } from "#http/api";
import { decodeText, readContent, takenMediaType } from "#http/content";
import { ok } from "#http/envelope";
import { respondToCreate } from "#http/resource";
import { NoBody } from "#http/schemas";
import { parseStrictJson } from "#kernel/strict-json";
import type { Addresses } from "./addresses.ts";
import { CAPTION, CAPTIONS, documentation } from "./documentation.ts";
import { type ExternalCaptions, languageOf } from "./external-captions.ts";
import {
	CaptionAddressParams,
	CaptionAddressQuery,
	checkCaptions,
	MeetingParams,
	PushCaptionsQuery,
} from "./schemas.ts";

const OPEN = "captioners' tools send no token; the address is secret";
const TEXT = "text/plain;charset=utf-8";

export const captionsRoutes = (externalCaptions: ExternalCaptions, addresses: Addresses) =>
	new Elysia({ name: "captions" })
		.use(api)

		.post(
			"/meetings/:meetingId/captions",
			async ({ context, params, query, request, status }) => {
				const isJson = takenMediaType(request, CAPTIONS) === "application/json";
				const bytes = await readContent(request, CAPTIONS);
				const { segments } = isJson
					? checkCaptions(parseStrictJson(bytes), "")
					: { segments: [{ text: decodeText(request, bytes) }] };
				const captioned = {
					captions: segments,
					seq: query.seq === undefined ? null : Number(query.seq),
					language: languageOf(query.lang),
				};
				return status(201, ok("Captions accepted", await externalCaptions.push(context, params.meetingId, captioned)));
			},
			{
				requires: "transcript:write",
				takes: CAPTIONS,
				params: MeetingParams,
				query: PushCaptionsQuery,
				...documentation.push,
			},
		)

		.post(
			"/meetings/:meetingId/caption-address",
			async ({ context, params, set }) => {
				const data = await addresses.create(context, params.meetingId);
				return respondToCreate(context, set, "../caption-address", "Caption address created", { data, version: 1 });
			},
			{ requires: "meeting:write", params: MeetingParams, body: NoBody, ...documentation.createAddress },
		)

		.delete(
			"/meetings/:meetingId/caption-address",
			async ({ context, params, status }) => {
				await addresses.remove(context, params.meetingId);
				return status(204, undefined);
			},
			{ requires: "meeting:write", params: MeetingParams, ...documentation.removeAddress },
		)

		.post(
			"/captions/:secret",
			async ({ context, params, query, request, set }) => {
				const text = decodeText(request, await readContent(request, CAPTION));
				set.headers["content-type"] = TEXT;
				return addresses.post(context, params.secret, { seq: query.seq, lang: query.lang, text });
			},
			{ open: OPEN, takes: CAPTION, params: CaptionAddressParams, query: CaptionAddressQuery, ...documentation.post },
		)

		.get(
			"/captions/:secret/seq",
			async ({ params, set }) => {
				const seq = await addresses.lastSeq(params.secret);
				set.headers["content-type"] = TEXT;
				return seq;
			},
			{ open: OPEN, params: CaptionAddressParams, query: CaptionAddressQuery, ...documentation.lastSeq },
		);
