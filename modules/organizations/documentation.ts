import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, getResponses, versionedResponse } from "#http/resource";
import { exampleCreated, exampleCreateRequest, exampleOrganization, exampleSummary } from "./examples.ts";
import { CreatedOrganization, ListedOrganization, Organization, SelectedOrganization } from "./schemas.ts";

/** The tag of the operations on organizations. */
export const tag: Tag = {
	name: "Organizations",
	description: "Tenants: their settings, their life from creation to purge, suspension.",
};

/** Documentation of the operations on organizations. */
export const documentation = {
	create: operation({
		id: "createOrganization",
		summary: "Create an organization",
		description:
			"For system administrators. What is left out has the default of its kind of tenant. `ownerEmail` invites the owner; " +
			"without a mail transport the answer holds the link to pass on, once.",
		tag,
		request: exampleCreateRequest,
		responses: {
			201: createdResponse(
				"organization",
				"The organization",
				CreatedOrganization,
				"Organization created",
				exampleCreated,
			),
		},
		errors: ["conflict", "unknown_flag"],
	}),

	list: operation({
		id: "listOrganizations",
		summary: "List organizations",
		description: "For system administrators. Purged organizations are listed only with `state=deleted`.",
		tag,
		responses: {
			200: pageResponse("A page of organizations", ListedOrganization, "Organizations retrieved", exampleSummary),
		},
	}),

	get: operation({
		id: "getOrganization",
		summary: "Get an organization",
		description:
			"Answers the seven members of the resource, with everything in effect. `fields` chooses among them and " +
			"`id, slug, externalId, state, suspension, aiPolicy, metadata, version, createdAt, updatedAt, purgeAt`.",
		tag,
		responses: getResponses("The organization", SelectedOrganization, "Organization retrieved", exampleOrganization),
	}),

	update: operation({
		id: "updateOrganization",
		summary: "Update an organization",
		description:
			"Replaces every member that is sent, wholesale, and leaves the others alone: settings that are sent without a timezone " +
			"have the default one. `billingAccountId` is changed by system administrators only; null means the organization's own.",
		tag,
		request: { name: exampleOrganization.name },
		responses: {
			200: versionedResponse("The organization", Organization, "Organization updated", exampleOrganization),
		},
		errors: ["conflict", "precondition_failed", "admin_required", "unknown_flag"],
	}),
};
