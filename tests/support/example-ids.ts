import type { TSchema } from "@sinclair/typebox";
import type { Parley } from "#src/app";

/** Route options that describe the parameters of its path. */
interface Hooks {
	readonly params?: TSchema;
}

/** A well-formed value of every path parameter of the API, by name: the example its schema gives, `x` without one. */
export function exampleIds({ router }: Parley): Readonly<Record<string, string>> {
	const schemas: [string, TSchema][] = router.routes.flatMap(({ hooks }) =>
		Object.entries((hooks as Hooks).params?.properties ?? {}),
	);
	return Object.fromEntries(schemas.map(([name, { examples }]) => [name, examples?.[0] ?? "x"]));
}
