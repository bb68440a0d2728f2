import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { type Integration, IntegrationTest, integrationFields, Integration as Schema } from "./schemas.ts";

/** The operations on integrations, and the launches of learning-management systems. */
export const integrationsTag: Tag = {
	name: "Integrations",
	description: "Learning-management systems whose links lead into the meetings of an organization (LTI 1.3).",
};
const tag = integrationsTag;

const given = {
	type: "lti",
	name: "Moodle",
	issuer: "https://moodle.example.edu",
	clientId: "q7Vb2kXn0aYc3Ed",
	deploymentIds: ["1"],
	authorizationEndpoint: "https://moodle.example.edu/mod/lti/auth.php",
	jwksUri: "https://moodle.example.edu/mod/lti/certs.php",
} satisfies Partial<Integration>;

const example: Integration = {
	id: exampleId("int"),
	...given,
	state: "active",
	loginUrl: `https://api.parley.example/lti/${exampleId("int")}/login`,
	launchUrl: `https://api.parley.example/lti/${exampleId("int")}/launch`,
	createdBy: exampleId("usr"),
	makerState: "active",
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};

/** Documentation of the operations on integrations. */
export const documentation = {
	list: operation({
		id: "listIntegrations",
		summary: "List the integrations of an organization",
		description: "Oldest first. Use `makerState` to find integrations whose maker has left or been demoted.",
		tag,
		responses: {
			200: pageResponse("A page of integrations", integrationFields.schema, "Integrations retrieved", example),
		},
	}),

	create: operation({
		id: "createIntegration",
		summary: "Create an integration",
		description:
			"Registers a platform, such as Moodle or Canvas; enter the `loginUrl` and `launchUrl` of the response " +
			"there. Links in the platform then lead to the meeting named by their custom parameter `meeting`. " +
			"Requires the feature `ltiIntegration`: 403 with `meta.flag` while it is off.",
		tag,
		request: given,
		responses: {
			201: createdResponse("integration", "The integration", Schema, "Integration created", example),
		},
		errors: ["conflict", "entitlement_required", "forbidden"],
	}),

	get: operation({
		id: "getIntegration",
		summary: "Get an integration",
		tag,
		responses: getResponses("The integration", integrationFields.schema, "Integration retrieved", example),
	}),

	update: operation({
		id: "updateIntegration",
		summary: "Change an integration",
		description: "While `state` is `disabled`, launches are refused.",
		tag,
		request: { deploymentIds: ["1", "2"] },
		responses: { 200: versionedResponse("The integration", Schema, "Integration updated", example) },
		errors: ["precondition_failed"],
	}),

	remove: operation({
		id: "deleteIntegration",
		summary: "Delete an integration",
		description: "Its links stop working. Guests who have joined stay.",
		tag,
		responses: { 204: emptyResponse("Deleted") },
		errors: ["precondition_failed"],
	}),

	adopt: operation({
		id: "adoptIntegration",
		summary: "Adopt an integration",
		description:
			"Takes the integration over from a maker who was removed or demoted: `createdBy` becomes the caller and `makerState` " +
			"is `active` again. Until then it keeps working and can be disabled or deleted, but not changed (409).",
		tag,
		responses: { 200: versionedResponse("The integration", Schema, "Integration adopted", example) },
		errors: ["precondition_failed"],
	}),

	test: operation({
		id: "testIntegration",
		summary: "Test an integration",
		description: "Fetches the public keys of the platform and waits up to 5 seconds for the outcome.",
		tag,
		responses: {
			200: okResponse("The outcome", IntegrationTest, "Integration tested", {
				ok: true,
				keys: 1,
				failure: null,
				durationMs: 87,
			}),
		},
	}),
};
