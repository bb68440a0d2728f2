import type { UploadRow } from "#db/schema";
import { type RequestContext, withoutKey } from "#kernel/request-context";
import type { Core } from "#platform/module";
import { parseChecksum } from "./checksum.ts";
import { badHeader } from "./errors.ts";
import type { UploadsService } from "./service.ts";
import type { TusRequest } from "./tus.ts";

/** Answers a request of the protocol, see `tus.ts`: its library is loaded by the first upload. */
const answerTus: typeof import("./tus.ts").answerTus = async (...request) =>
	(await import("./tus.ts")).answerTus(...request);

/** Adds when an upload expires, while it is not finished. */
function withExpiry(response: Response, { state, expiresAtMs }: UploadRow): Response {
	if (state === "open") response.headers.set("upload-expires", new Date(expiresAtMs).toUTCString());
	return response;
}

/** What the protocol is told where it says nothing of an upload. */
const NO_UPLOAD = { id: "upl", participantId: null, sizeBytes: 0, lengthDeferred: false, offsetBytes: 0 };

export interface ProtocolDeps extends Pick<Core, "unitOfWork"> {
	readonly service: UploadsService;
}

/**
 * Creates the requests of the tus protocol, version 1.0.0: each answers as the protocol demands, errors as everywhere.
 * Where a request carries bytes, they are stored before the answer.
 */
export function createProtocol({ service, unitOfWork }: ProtocolDeps) {
	async function patch(context: RequestContext, uploadId: string, request: TusRequest): Promise<Response> {
		const { body } = request;
		const checksum = parseChecksum(request.headers.get("upload-checksum"));
		let received: UploadRow | undefined;
		const response = await service.write(context, uploadId, ({ upload, declare, receive }) =>
			answerTus(request, upload, {
				declare,
				async write(offset) {
					received = await receive({ body, offset, checksum });
					return received.offsetBytes;
				},
				remove: () => Promise.resolve(),
			}),
		);
		return received ? withExpiry(response, received) : response;
	}

	/**
	 * Takes the address of an upload for an endpoint that creates one: clients that know no other way begin like that. The
	 * upload exists since it was announced; a request that brings bytes stores them.
	 */
	async function create(context: RequestContext, uploadId: string, request: TusRequest): Promise<Response> {
		const { headers } = request;
		const { sizeBytes, lengthDeferred } = await service.offset(context, uploadId);
		const length = headers.get("upload-length");
		if (!lengthDeferred && length !== null && length !== String(sizeBytes))
			throw badHeader("Upload-Length", "must be the announced size");
		const first = new Headers(headers);
		if (!lengthDeferred) first.delete("upload-length");
		first.delete("upload-defer-length");
		first.set("upload-offset", "0");
		first.set("content-type", "application/offset+octet-stream");
		const stored = await patch(context, uploadId, { ...request, method: "PATCH", headers: first });
		const own = new Headers(stored.headers);
		own.set("location", new URL(request.url).pathname);
		return new Response(null, { status: 201, headers: own });
	}

	/** Begins an upload, or does what `X-HTTP-Method-Override` says. */
	function begin(context: RequestContext, uploadId: string, request: TusRequest): Promise<Response> {
		const method = request.headers.get("x-http-method-override")?.toUpperCase() ?? "POST";
		if (method === "PATCH") return patch(context, uploadId, { ...request, method });
		if (method === "POST") return create(context, uploadId, request);
		throw badHeader("X-HTTP-Method-Override", "must be PATCH");
	}

	return {
		patch,

		/** Returns the headers that tell how much has arrived. */
		async head(context: RequestContext, uploadId: string, request: Request): Promise<Readonly<Record<string, string>>> {
			const upload = await service.offset(context, uploadId);
			const { headers } = withExpiry(await answerTus(request, upload, null), upload);
			return Object.fromEntries(headers);
		},

		/**
		 * Begins an upload, or does what `X-HTTP-Method-Override` says. Bytes have their place, so none is stored twice; a key
		 * only brings the first answer back.
		 */
		async post(context: RequestContext, uploadId: string, request: TusRequest): Promise<Response> {
			const { status, headers } = await unitOfWork.once(
				context,
				async () => {
					const response = await begin(withoutKey(context), uploadId, request);
					return { status: response.status, headers: [...response.headers] };
				},
				"plain",
			);
			return new Response(null, { status, headers });
		},

		/** Ends an upload. */
		async remove(context: RequestContext, uploadId: string, request: Request): Promise<Response> {
			const upload = { ...NO_UPLOAD, id: uploadId };
			const actions = {
				declare: () => Promise.resolve(),
				write: (offset: number) => Promise.resolve(offset),
				remove: () => service.cancel(context, uploadId),
			};
			return answerTus(request, upload, actions);
		},

		/** Tells what of the protocol is supported. */
		options: (request: Request): Promise<Response> => answerTus(request, NO_UPLOAD, null),
	};
}
