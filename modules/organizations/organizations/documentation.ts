import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, getResponses, versionedResponse } from "#http/resource";
import { exampleCreated, exampleCreateRequest, exampleOrganization, exampleSummary } from "./examples.ts";
import { CreatedOrganization, ListedOrganization, Organization, SelectedOrganization } from "./schemas.ts";

/** The tag of the operations on organizations. */
export const tag: Tag = {
	name: "Organizations",
	description: "Tenants: creation, settings, suspension, deletion.",
};

/** Documentation of the operations on organizations. */
export const documentation = {
	create: operation({
		id: "createOrganization",
		summary: "Create an organization",
		description:
			"Omitted properties get the defaults of the kind of tenant. `ownerEmail` invites the owner; without " +
			"mail, the response contains the link to pass on, which is shown only once.",
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
		errors: ["conflict", "unknown_flag", "flag_locked", "entitlement_required", "compliance_violation"],
	}),

	list: operation({
		id: "listOrganizations",
		summary: "List organizations",
		description: "Purged organizations are listed only with `state=deleted`.",
		tag,
		responses: {
			200: pageResponse("A page of organizations", ListedOrganization, "Organizations retrieved", exampleSummary),
		},
	}),

	get: operation({
		id: "getOrganization",
		summary: "Get an organization",
		description:
			"Returns the main properties of the organization with the values in effect. `fields` can select them " +
			"and `id, slug, externalId, state, suspension, aiPolicy, metadata, version, createdAt, updatedAt, " +
			"purgeAt`.",
		tag,
		responses: getResponses("The organization", SelectedOrganization, "Organization retrieved", exampleOrganization),
	}),

	update: operation({
		id: "updateOrganization",
		summary: "Update an organization",
		description:
			"Replaces each property that is sent as a whole and leaves the others unchanged: `settings` sent " +
			"without a time zone gets the default one. Only system administrators may change `billingAccountId`; " +
			"null means the organization's own account.",
		tag,
		request: { name: exampleOrganization.name },
		responses: {
			200: versionedResponse("The organization", Organization, "Organization updated", exampleOrganization),
		},
		errors: [
			"conflict",
			"precondition_failed",
			"admin_required",
			"forbidden",
			"unknown_flag",
			"flag_locked",
			"entitlement_required",
			"compliance_violation",
		],
	}),
};
