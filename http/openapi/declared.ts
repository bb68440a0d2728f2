import type { OpenApiDocument, OperationObject } from "./types.ts";

/** What an operation may answer, according to the document. */
export interface DeclaredAnswers {
	readonly statuses: ReadonlySet<number>;
	readonly codes: ReadonlySet<string>;
}

function answersOf(operation: OperationObject): DeclaredAnswers {
	return {
		statuses: new Set(Object.keys(operation.responses).map(Number)),
		codes: new Set(operation["x-error-codes"]),
	};
}

/** What each operation may answer, by method and template: `GET /orgs/{orgId}`. Without the prefix of `PUBLIC_URL`. */
export function declaredAnswers(document: OpenApiDocument): Map<string, DeclaredAnswers> {
	const declared = new Map<string, DeclaredAnswers>();
	for (const [path, item] of Object.entries(document.paths))
		for (const [method, operation] of Object.entries(item))
			declared.set(`${method.toUpperCase()} ${path}`, answersOf(operation));
	return declared;
}

/** The template of {@link declaredAnswers} a path belongs to, a literal one before one with parameters. Undefined: none. */
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
