import { Elysia } from "elysia";
import { api } from "#http/api";
import { bodyOf } from "#http/body";
import { ok } from "#http/envelope";
import type { Exchange } from "#http/exchange";
import { FieldsQuery } from "#http/fields";
import type { Announcer } from "./announce.ts";
import { documentation } from "./documentation.ts";
import { createProtocol, type ProtocolDeps } from "./protocol.ts";
import { CreateUploadRequest, UPLOADED_BYTES, UploadParams } from "./schemas.ts";

/** Headers of every response of the protocol, of its errors too. */
const VERSION_HEADERS = { "tus-resumable": "1.0.0", "tus-version": "1.0.0" };

/** People whose role writes no meetings upload their own tracks, and those of others in meetings that they run. */
const TRACKS = { requires: "meeting:write", hosts: true } as const;
/** Guests send their own track, which may take longer than the meeting. */
const OWN_TRACKS = { ...TRACKS, participant: true, narrowsGuests: true, whileOver: true } as const;

export function uploadsRoutes(announce: Announcer, deps: ProtocolDeps) {
	const { service } = deps;
	const protocol = createProtocol(deps);
	return new Elysia({ name: "uploads" })
		.use(api)

		.post(
			"/meetings/upload/init",
			async ({ context, body, status }) => status(201, ok("Upload created", await announce(context, body))),
			{ ...OWN_TRACKS, body: CreateUploadRequest, ...documentation.announce },
		)

		.get(
			"/uploads/:uploadId",
			async ({ context, params, query, request, set }) => {
				// The router answers HEAD as GET.
				if (request.method === "HEAD") {
					Object.assign(set.headers, VERSION_HEADERS);
					Object.assign(set.headers, await protocol.head(context, params.uploadId, request));
				}
				return ok("Upload retrieved", await service.get(context, params.uploadId, query.fields));
			},
			{ ...OWN_TRACKS, params: UploadParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/uploads/:uploadId",
			async ({ context, params, request, set }) => {
				Object.assign(set.headers, VERSION_HEADERS);
				(context as Exchange).keepOpen();
				return protocol.patch(context, params.uploadId, request);
			},
			{ ...OWN_TRACKS, takes: UPLOADED_BYTES, params: UploadParams, ...documentation.patch },
		)

		.post(
			"/uploads/:uploadId",
			async ({ context, params, request, set }) => {
				Object.assign(set.headers, VERSION_HEADERS);
				(context as Exchange).keepOpen();
				const { url, method, headers } = request;
				return protocol.post(context, params.uploadId, { url, method, headers, body: bodyOf(request) });
			},
			{
				...TRACKS,
				takes: { ...UPLOADED_BYTES, isOptional: true },
				params: UploadParams,
				...documentation.create,
			},
		)

		.delete(
			"/uploads/:uploadId",
			async ({ context, params, request, set }) => {
				Object.assign(set.headers, VERSION_HEADERS);
				return protocol.remove(context, params.uploadId, request);
			},
			{ ...TRACKS, params: UploadParams, ...documentation.remove },
		)

		.options("/uploads/:uploadId", ({ request }) => protocol.options(request), {
			open: "it describes the protocol and reveals nothing about any upload",
			params: UploadParams,
			detail: documentation.hidden,
		});
}
