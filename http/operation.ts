import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "#kernel/errors";

/** A group of operations. */
export interface Tag {
	readonly name: string;
	/** What the operations are about, in a sentence. */
	readonly description: string;
}

/** How one success is documented. */
export interface Answer<T extends TSchema = TSchema> {
	readonly description: string;
	readonly schema: T;
	/** An example of the whole body, envelope included. */
	readonly example?: unknown;
	/** Headers beyond those of every response, by name: what they hold. */
	readonly headers?: Readonly<Record<string, string>>;
}

/** What a route tells of itself beyond its schemas. */
export interface OperationDescription<A extends Record<number, Answer>> {
	/** Unique camelCase verb and noun: the `operationId`. */
	readonly id: string;
	/** One line, imperative. */
	readonly summary: string;
	/** What a caller must know beyond the summary. */
	readonly description?: string;
	readonly tag: Tag;
	/** Successes by status. Failures follow from `errors` and from the kind of route. */
	readonly answers: A;
	/** Codes this operation itself answers, beyond those of every operation of its kind (`http/openapi`). */
	readonly errors?: readonly ErrorCode[];
	/** An example of the request body. */
	readonly request?: unknown;
	/** An `open` operation that looks at a token when it is sent one, so that tools offer to send it. */
	readonly tokenOptional?: true;
}

/** The `response` schemas and the OpenAPI `detail` of a route: spread into its options. */
export function operation<const A extends Record<number, Answer>>(about: OperationDescription<A>) {
	const response = Object.fromEntries(Object.entries(about.answers).map(([status, { schema }]) => [status, schema]));
	return {
		response: response as { [S in keyof A]: A[S] extends Answer<infer T> ? T : never },
		detail: {
			operationId: about.id,
			summary: about.summary,
			description: about.description ?? `${about.summary}.`,
			tags: [about.tag.name],
			"x-operation": {
				tag: about.tag,
				answers: about.answers,
				errors: about.errors ?? [],
				request: about.request,
				tokenOptional: about.tokenOptional === true,
			},
		} as { operationId: string; summary: string; description: string; tags: string[] },
	};
}
