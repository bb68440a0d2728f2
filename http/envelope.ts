import { type TSchema, Type } from "@sinclair/typebox";
import { ERROR_CODES, type ErrorCode } from "#kernel/errors";
import { closed, OneOf } from "./schemas.ts";

/** Returns the schema of the success envelope of one resource: `status`, `message`, `data`. */
export const Envelope = <T extends TSchema>(data: T) =>
	closed({
		status: Type.Literal("ok"),
		message: Type.String({ description: "Human-readable text; may change." }),
		data,
	});

/** Schema of `page`: the position of a page in its list. */
export const PageInfo = closed({
	limit: Type.Integer({ minimum: 1, maximum: 200, description: "Page size that was applied." }),
	nextCursor: Type.Union([Type.String(), Type.Null()], {
		description: "Send as `cursor` to get the next page; null on the last.",
	}),
	hasMore: Type.Boolean(),
});
export type PageInfo = typeof PageInfo.static;

/** Returns the schema of the success envelope of a page of resources. */
export const ListEnvelope = <T extends TSchema>(item: T) =>
	closed({
		status: Type.Literal("ok"),
		message: Type.String({ description: "Human-readable text; may change." }),
		data: Type.Array(item),
		page: PageInfo,
	});

/** Schema of the code of a failure: any of the API. Each response of an operation narrows it to its own. */
export const ErrorCodes = Type.Unsafe<ErrorCode>({
	...OneOf(Object.keys(ERROR_CODES).sort(), "Stable, flat snake_case; see the operation's `x-error-codes`."),
	$id: "ErrorCode",
});

/** Schema of `error`: what went wrong, for programs and for people. */
export const ErrorDetails = closed(
	{
		code: ErrorCodes,
		detail: Type.String({
			description: "One sentence for a person, in the language of `Accept-Language`: what is wrong and how to fix it.",
		}),
		message: Type.Optional(
			Type.String({ description: "Same as `detail`, in operations for clients of OpenAI's API." }),
		),
		retryable: Type.Boolean({ description: "Whether the same request may succeed later." }),
		errors: Type.Optional(
			Type.Array(
				closed({
					path: Type.String({ description: "JSON Pointer (RFC 6901) to the property." }),
					code: Type.String(),
					message: Type.String(),
				}),
			),
		),
		meta: Type.Optional(Type.Object({}, { additionalProperties: true, description: "Facts a client can act on." })),
	},
	{ $id: "ErrorDetails" },
);

/** Schema of the error envelope of every failure. */
export const ErrorResponse = closed(
	{
		status: Type.Literal("error"),
		message: Type.String({
			description: "The label of the status, e.g. `Forbidden`, in the language of `Accept-Language`.",
		}),
		error: ErrorDetails,
		errorCode: Type.Optional(Type.String({ description: "Of OFREP, in operations for clients of OpenFeature." })),
		errorDetails: Type.Optional(Type.String({ description: "Same as `error.detail`, in those operations." })),
		key: Type.Optional(Type.String({ description: "Key of the feature flag, in those operations." })),
		requestId: Type.String({ format: "uuid" }),
	},
	{ $id: "ErrorResponse" },
);
export type ErrorResponse = typeof ErrorResponse.static;

/** Returns the body of a success: `{status: "ok", message, data}`. */
export const ok = <T>(message: string, data: T): { status: "ok"; message: string; data: T } => ({
	status: "ok",
	message,
	data,
});

/** Returns the body of a page of a list: `{status: "ok", message, data, page}`. */
export const okPage = <T>(
	message: string,
	{ items, page }: { items: T[]; page: PageInfo },
): { status: "ok"; message: string; data: T[]; page: PageInfo } => ({ status: "ok", message, data: items, page });
