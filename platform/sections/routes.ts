import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import type { Tag } from "#http/operation";
import { respondToChange, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { capitalized, documentationOf, type SectionDescription } from "./documentation.ts";
import type { SectionService } from "./service.ts";

/** Creates the documented routes GET and PATCH of a section of an organization. @param tag the tag of the operations */
export function sectionRoutes(tag: Tag, description: SectionDescription, service: SectionService) {
	const { path, patch, noun } = description;
	const documentation = documentationOf(tag, description);
	return new Elysia({ name: `sections.${path}` })
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
			async ({ context, params, body, set }) =>
				respondToChange(set, `${capitalized(noun)} updated`, await service.patch(context, params.orgId, body)),
			{ requires: "org:write", params: OrganizationParams, body: patch, ...documentation.patch },
		);
}
