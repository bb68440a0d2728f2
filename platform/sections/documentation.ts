import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import type { ErrorCode } from "#kernel/errors";

export type { Tag };

/** The operations on a section, as clients see them. */
export interface SectionDescription<
	Values extends TObject = TObject,
	Patch extends TObject = TObject,
	Whole extends TObject = TObject,
> {
	/** Last segment of the path: `settings` of `/orgs/{orgId}/settings`. */
	readonly path: string;
	/** Suffix of its operation ids: `OrganizationSettings` of `getOrganizationSettings`. */
	readonly name: string;
	/** Its name in the middle of a sentence: `settings`. */
	readonly noun: string;
	/** Schema of the effective values. */
	readonly schema: Values;
	/** Schema of the effective values, possibly reduced or extended by `fields`. */
	readonly selection: TSchema;
	/** Schema of a merge patch: `patchOf` its schema. */
	readonly patch: Patch;
	readonly example: Static<Values>;
	readonly examplePatch: Static<Patch>;
	/** What a GET must explain; default: nothing. */
	readonly about?: string;
	/** For a section that is also replaced as a whole, by PUT: the schema of its overrides. */
	readonly whole?: { readonly schema: Whole; readonly example: Static<Whole> };
	/** For a section whose changes take query parameters. */
	readonly change?: {
		/** The parameters. */
		readonly query: TObject;
		/** What a change must explain. */
		readonly about: string;
		/** Codes of errors beyond those of every section. */
		readonly errors: readonly ErrorCode[];
	};
}

/** An {@link operation} of a section, whose response schemas are only known at runtime. */
type SectionOperation = Pick<ReturnType<typeof operation>, "detail">;

/** Capitalizes a noun: `settings` → `Settings`. */
export const capitalized = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

/** Returns the documentation of the operations on a section. */
export function documentationOf(
	tag: Tag,
	{ name, noun, schema, selection, example, examplePatch, about = "", whole, change }: SectionDescription,
): Readonly<Record<"get" | "patch" | "put", SectionOperation>> {
	const explained = (text: string): string => (change === undefined ? text : `${text} ${change.about}`);
	const changed = (message: string) => ({
		responses: { 200: versionedResponse(`The ${noun} in effect`, schema, message, example) },
		errors: ["precondition_failed", "forbidden", "compliance_violation", ...(change?.errors ?? [])] as const,
	});
	return {
		get: operation({
			id: `get${name}`,
			summary: `Get the ${noun} of an organization`,
			description: about,
			tag,
			responses: getResponses(`The ${noun} in effect`, selection, `${capitalized(noun)} retrieved`, example),
		}),

		patch: operation({
			id: `update${name}`,
			summary: `Update the ${noun} of an organization`,
			description: explained(
				"Takes a JSON merge patch (RFC 7396). null removes an override; the response shows the default that " +
					"applies again.",
			),
			tag,
			request: examplePatch,
			...changed(`${capitalized(noun)} updated`),
		}),

		put: operation({
			id: `set${name}`,
			summary: `Set the ${noun} of an organization`,
			description: explained("Replaces the whole section: omitted properties get their defaults."),
			tag,
			request: whole?.example,
			...changed(`${capitalized(noun)} set`),
		}),
	};
}
