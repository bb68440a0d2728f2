import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { operation, type Tag } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";

export type { Tag };

/** The operations on a section, as clients see them. */
export interface SectionDescription<Values extends TObject = TObject, Patch extends TObject = TObject> {
	/** Last segment of the path: `settings` of `/orgs/{orgId}/settings`. */
	readonly path: string;
	/** Suffix of its operation ids: `OrganizationSettings` of `getOrganizationSettings`. */
	readonly name: string;
	/** Its name in the middle of a sentence, a plural: `settings`. */
	readonly noun: string;
	/** Schema of the effective values. */
	readonly schema: Values;
	/** Schema of the effective values, possibly reduced by `fields`: the `schema` of its `selectable`. */
	readonly selection: TSchema;
	/** Schema of a merge patch: `patchOf` its schema. */
	readonly patch: Patch;
	readonly example: Static<Values>;
	readonly examplePatch: Static<Patch>;
}

/** An {@link operation} of a section, whose response schemas are only known at runtime. */
type SectionOperation = Pick<ReturnType<typeof operation>, "detail">;

/** Capitalizes a noun: `settings` → `Settings`. */
export const capitalized = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

/** Returns the documentation of the operations on a section. */
export const documentationOf = (
	tag: Tag,
	{ name, noun, schema, selection, example, examplePatch }: SectionDescription,
): Readonly<Record<"get" | "patch", SectionOperation>> => ({
	get: operation({
		id: `get${name}`,
		summary: `Get the ${noun} of an organization`,
		tag,
		responses: getResponses(`The ${noun} in effect`, selection, `${capitalized(noun)} retrieved`, example),
	}),

	patch: operation({
		id: `update${name}`,
		summary: `Update the ${noun} of an organization`,
		description:
			"Takes a JSON merge patch (RFC 7396). null removes an override; the response shows the default that " +
			"applies again.",
		tag,
		request: examplePatch,
		responses: { 200: versionedResponse(`The ${noun} in effect`, schema, `${capitalized(noun)} updated`, example) },
		errors: ["precondition_failed"],
	}),
});
