import type { OpenApiDocument, OperationObject } from "./types.ts";

/** Responses of an operation according to the document. */
export interface DeclaredResponses {
	readonly statuses: ReadonlySet<number>;
	readonly codes: ReadonlySet<string>;
}

function responsesOf(operation: OperationObject): DeclaredResponses {
	return {
		statuses: new Set(Object.keys(operation.responses).map(Number)),
		codes: new Set(operation["x-error-codes"]),
	};
}

/**
 * Returns the declared responses of each operation, by method and template: `GET /orgs/{orgId}`. Without the prefix of
 * `PUBLIC_URL`.
 */
export function declaredResponses(document: OpenApiDocument): Map<string, DeclaredResponses> {
	const declared = new Map<string, DeclaredResponses>();
	for (const [path, item] of Object.entries(document.paths))
		for (const [method, operation] of Object.entries(item))
			declared.set(`${method.toUpperCase()} ${path}`, responsesOf(operation));
	return declared;
}

/**
 * Returns the template of {@link declaredResponses} that matches a path, a literal one before one with parameters.
 * Undefined: none.
 */
export function templateOf(document: OpenApiDocument, path: string): string | undefined {
	const parts = path.split("/");
	const fits = (template: string): boolean => {
		const expected = template.split("/");
		return (
			expected.length === parts.length && expected.every((part, index) => part.startsWith("{") || part === parts[index])
		);
	};
	return path in document.paths ? path : Object.keys(document.paths).find(fits);
}
