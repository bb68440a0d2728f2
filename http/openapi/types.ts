/** A JSON Schema 2020-12, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Points into `components`. */
export interface Reference {
	readonly $ref: string;
}

/** A response header: what it holds. */
export interface Header {
	readonly description: string;
	readonly schema: JsonSchema;
	readonly example?: unknown;
}

/** What an operation takes beside its body. */
export interface Parameter {
	readonly name: string;
	readonly in: "path" | "query" | "header";
	readonly required: boolean;
	readonly description?: string;
	readonly schema: JsonSchema;
	readonly example?: unknown;
}

/** A whole body as it may come. */
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

/** One answer of an operation. */
export interface ResponseObject {
	readonly description: string;
	readonly headers: Readonly<Record<string, Header | Reference>>;
	/** By media type; absent when the answer has no body. */
	readonly content?: Readonly<Record<string, MediaType>>;
}

/** What an operation takes as its body. */
export interface RequestBody {
	/** False: the operation does without, its members are all optional. */
	readonly required: boolean;
	readonly content: Readonly<Record<string, MediaType>>;
}

/** Scopes by security scheme; `{}` in a list of them: no token. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** One method of one path. */
export interface OperationObject {
	readonly operationId: string;
	readonly summary: string;
	readonly description: string;
	readonly tags: readonly string[];
	/** `[]`: anybody may call it. */
	readonly security: readonly SecurityRequirement[];
	/** The scope the token needs; absent where any token, or none, will do. */
	readonly "x-required-scope"?: string;
	/** Only for system administrators. */
	readonly "x-system-only"?: true;
	/** Why nobody needs a token. */
	readonly "x-open-because"?: string;
	/** Every code this operation can answer, sorted. */
	readonly "x-error-codes": readonly string[];
	readonly parameters: readonly (Parameter | Reference)[];
	readonly requestBody?: RequestBody;
	/** By status, ascending. */
	readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** Methods that have a place in the document, in the order they are shown. */
export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

/** The operations of one path. */
export type PathItem = Readonly<Partial<Record<Method, OperationObject>>>;

/** What several operations share, by kind and name. */
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
		readonly license: { readonly name: string };
	};
	readonly servers: readonly { readonly url: string; readonly description: string }[];
	readonly tags: readonly { readonly name: string; readonly description: string }[];
	/** By path template (`/orgs/{orgId}`), without the prefix of the server. */
	readonly paths: Readonly<Record<string, PathItem>>;
	readonly components: Components;
}
