import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "#kernel/errors";

/** A request header that some operations need, by the name of its component in the document. */
export type RequestHeaderName = "TusResumable" | "UploadLength" | "UploadOffset";

/** A group of operations. */
export interface Tag {
	readonly name: string;
	/** Subject of the operations, in one sentence. */
	readonly description: string;
}

/** Documentation of a successful response. */
export interface ResponseDescription<T extends TSchema = TSchema> {
	readonly description: string;
	readonly schema: T;
	/** An example of the whole body, envelope included. */
	readonly example?: unknown;
	/** Descriptions of headers beyond those of every response, by name. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Representations by media type, of a body that is not JSON. */
	readonly mediaTypes?: Readonly<Record<string, { readonly schema: TSchema }>>;
	/** Other representations, by media type; of those that the client asks for. */
	readonly alternatives?: Readonly<Record<string, { readonly schema: TSchema; readonly example?: unknown }>>;
}

/** Documentation of a route beyond its schemas. */
export interface OperationDescription<A extends Record<number, ResponseDescription>> {
	/** Unique `operationId`, camelCase verb and noun. */
	readonly id: string;
	/** One line, imperative. */
	readonly summary: string;
	/** Anything a caller must know beyond the summary; default: nothing. */
	readonly description?: string;
	readonly tag: Tag;
	/** Successes by status. Failures follow from `errors` and from the kind of route. */
	readonly responses: A;
	/** Error codes of this operation, beyond those of every operation of its kind (`http/openapi`). */
	readonly errors?: readonly ErrorCode[];
	/** An example of the request body. */
	readonly request?: unknown;
	/** Examples of parameters in place of those of their schemas, by name: ids of things in a state that fits. */
	readonly examples?: Readonly<Record<string, string>>;
	/** Request headers beyond those of every operation of its kind. */
	readonly headers?: readonly RequestHeaderName[];
	/** Set for an `open` operation that uses a token if one is sent, so that tools offer to send it. */
	readonly tokenOptional?: true;
}

/** Returns the `response` schemas and the OpenAPI `detail` of a route, to be spread into its options. */
export function operation<const A extends Record<number, ResponseDescription>>(about: OperationDescription<A>) {
	const response = Object.fromEntries(Object.entries(about.responses).map(([status, { schema }]) => [status, schema]));
	return {
		response: response as { [S in keyof A]: A[S] extends ResponseDescription<infer T> ? T : never },
		detail: {
			operationId: about.id,
			summary: about.summary,
			description: about.description ?? "",
			tags: [about.tag.name],
			"x-operation": {
				tag: about.tag,
				responses: about.responses,
				errors: about.errors ?? [],
				request: about.request,
				examples: about.examples ?? {},
				headers: about.headers ?? [],
				tokenOptional: about.tokenOptional === true,
			},
		} as { operationId: string; summary: string; description: string; tags: string[] },
	};
}
