import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import type { Tag } from "#http/operation";
import { respondToChange, respondToGet } from "#http/resource";
import { closed, OrganizationParams } from "#http/schemas";
import { capitalized, documentationOf, type SectionDescription } from "./documentation.ts";
import type { SectionService } from "./service.ts";

/**
 * Creates the documented routes GET and PATCH of a section of an organization, and PUT if it can be replaced.
 * @param tag the tag of the operations
 */
export function sectionRoutes(tag: Tag, description: SectionDescription, service: SectionService) {
	const { path, patch, noun, whole, change } = description;
	const documentation = documentationOf(tag, description);
	const changing = { requires: "org:write", params: OrganizationParams, query: change?.query ?? closed({}) } as const;
	const routes = new Elysia({ name: `sections.${path}` })
		.use(api)

		.get(
			`/orgs/:orgId/${path}`,
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					`${capitalized(noun)} retrieved`,
					await service.get(context, params.orgId, query.fields),
				),
			{ requires: "org:read", params: OrganizationParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			`/orgs/:orgId/${path}`,
			async ({ context, params, query, body, set }) =>
				respondToChange(set, `${capitalized(noun)} updated`, await service.patch(context, params.orgId, body, query)),
			{ ...changing, body: patch, ...documentation.patch },
		);
	if (whole === undefined) return routes;
	return routes.put(
		`/orgs/:orgId/${path}`,
		async ({ context, params, query, body, set }) =>
			respondToChange(set, `${capitalized(noun)} set`, await service.put(context, params.orgId, body, query)),
		{ ...changing, body: whole.schema, ...documentation.put },
	);
}
