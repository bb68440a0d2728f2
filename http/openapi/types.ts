/** A JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A reference into `components`. */
export interface Reference {
	readonly $ref: string;
}

/** A response header. */
export interface Header {
	readonly description: string;
	readonly schema: JsonSchema;
	readonly example?: unknown;
}

/** A parameter of an operation. */
export interface Parameter {
	readonly name: string;
	readonly in: "path" | "query" | "header";
	readonly required: boolean;
	readonly description?: string;
	readonly schema: JsonSchema;
	readonly example?: unknown;
}

/** An example of a whole body. */
export interface Example {
	readonly summary: string;
	readonly value: unknown;
}

/** One representation of a body. */
export interface MediaType {
	readonly schema: JsonSchema;
	readonly example?: unknown;
	readonly examples?: Readonly<Record<string, Reference>>;
}

/** A response of an operation. */
export interface ResponseObject {
	readonly description: string;
	readonly headers: Readonly<Record<string, Header | Reference>>;
	/** By media type; absent when the response has no body. */
	readonly content?: Readonly<Record<string, MediaType>>;
}

/** The request body of an operation. */
export interface RequestBody {
	/** Whether a body is required; false when all of its members are optional. */
	readonly required: boolean;
	readonly content: Readonly<Record<string, MediaType>>;
}

/** Scopes by security scheme; `{}` in a list of them: no token required. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** One method of one path. */
export interface OperationObject {
	readonly operationId: string;
	readonly summary: string;
	readonly description: string;
	readonly tags: readonly string[];
	/** `[]`: no token required. */
	readonly security: readonly SecurityRequirement[];
	/** Scope required of the token; absent where any token, or none, suffices. */
	readonly "x-required-scope"?: string;
	/** Set when only system administrators may call it. */
	readonly "x-system-only"?: true;
	/** The reason why no token is required. */
	readonly "x-open-because"?: string;
	/** Every error code of this operation, sorted. */
	readonly "x-error-codes": readonly string[];
	readonly parameters: readonly (Parameter | Reference)[];
	readonly requestBody?: RequestBody;
	/** By status, ascending. */
	readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** Methods shown in the document, in this order. */
export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** The operations of one path. */
export type PathItem = Readonly<Partial<Record<Method, OperationObject>>>;

/** Objects shared by several operations, by kind and name. */
export interface Components {
	readonly schemas: Readonly<Record<string, JsonSchema>>;
	readonly responses: Readonly<Record<string, ResponseObject>>;
	readonly parameters: Readonly<Record<string, Parameter>>;
	readonly headers: Readonly<Record<string, Header>>;
	readonly examples: Readonly<Record<string, Example>>;
	readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The parts of an OpenAPI 3.1 document that we write. */
export interface OpenApiDocument {
	readonly openapi: "3.1.1";
	readonly info: {
		readonly title: string;
		readonly version: string;
		readonly summary: string;
		readonly description: string;
		readonly contact: { readonly name: string; readonly url: string };
		readonly license: { readonly name: string; readonly identifier: string };
	};
	readonly servers: readonly { readonly url: string; readonly description: string }[];
	readonly tags: readonly { readonly name: string; readonly description: string }[];
	/** By path template (`/orgs/{orgId}`), without the prefix of the server. */
	readonly paths: Readonly<Record<string, PathItem>>;
	readonly components: Components;
}
