import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseName } from "#kernel/text";
import { MadeBy, MakerState, makerFilter } from "#modules/identity/makers";
import { INTEGRATION_STATES, INTEGRATION_TYPES, MAX_DEPLOYMENTS } from "./values.ts";

const MAX_URL_CHARS = 2_048;

const Name = checked(Type.String({ description: "1…128 characters after trimming.", examples: ["Moodle"] }), parseName);
const Issuer = Type.String({
	minLength: 1,
	maxLength: MAX_URL_CHARS,
	description:
		"`iss` of the platform, exactly as its tokens have it: an https URL; http on loopback only. Moodle: its address; " +
		"Canvas: `https://canvas.instructure.com`.",
	examples: ["https://moodle.example.edu"],
});
/** Text that a platform assigns: visible ASCII characters. */
const Assigned = (description: string, example: string) =>
	Type.String({ minLength: 1, maxLength: 255, pattern: "^[!-~]+$", description, examples: [example] });
const ClientId = Assigned("Client id assigned to this service by the platform.", "q7Vb2kXn0aYc3Ed");
const DeploymentIds = Type.Array(Assigned("deployment id of the platform", "1"), {
	minItems: 1,
	maxItems: MAX_DEPLOYMENTS,
	uniqueItems: true,
	description: "Deployments from which launches are accepted, as the platform names them.",
});
const AuthorizationEndpoint = Type.String({
	maxLength: MAX_URL_CHARS,
	description: "OIDC authentication request URL of the platform: https; http on loopback only.",
	examples: ["https://moodle.example.edu/mod/lti/auth.php"],
});
const JwksUri = Type.String({
	maxLength: MAX_URL_CHARS,
	description: "URL of the platform's public keys: https, without credentials, at a public address.",
	examples: ["https://moodle.example.edu/mod/lti/certs.php"],
});
const State = OneOf(INTEGRATION_STATES, "`disabled`: launches are refused until it is active again");
const url = (description: string, place: string) =>
	Type.String({
		description,
		examples: [`https://api.parley.example/lti/int_01jd0z7v9gf2nbrexx3vqjhp41/${place}`],
	});

const members = {
	id: Id("int", "id of the integration"),
	type: OneOf(INTEGRATION_TYPES, "`lti`: learning-management system with links to meetings (LTI 1.3)"),
	name: Name,
	state: State,
	issuer: Issuer,
	clientId: ClientId,
	deploymentIds: DeploymentIds,
	authorizationEndpoint: AuthorizationEndpoint,
	jwksUri: JwksUri,
	loginUrl: url("Initiate-login URL, to be entered in the platform.", "login"),
	launchUrl: url("Tool URL and redirect URI, to be entered in the platform.", "launch"),
	createdBy: Nullable(MadeBy),
	makerState: MakerState,
	createdAt: Timestamp,
	updatedAt: Timestamp,
} satisfies Record<string, TSchema>;

/** A system that an organization has connected. */
export const Integration = closed(members, { $id: "Integration" });
export type Integration = typeof Integration.static;

/** Selector of `fields` for an integration. */
export const integrationFields = selectable(Integration);

/** Request for a new integration. */
export const CreateIntegrationRequest = closed(
	{
		type: members.type,
		name: Name,
		issuer: Issuer,
		clientId: ClientId,
		deploymentIds: DeploymentIds,
		authorizationEndpoint: AuthorizationEndpoint,
		jwksUri: JwksUri,
	},
	{ $id: "CreateIntegrationRequestBody" },
);
export type CreateIntegrationRequest = typeof CreateIntegrationRequest.static;

/** Merge patch of an integration. */
export const UpdateIntegrationRequest = closed(
	{
		name: Type.Optional(Name),
		state: Type.Optional(State),
		issuer: Type.Optional(Issuer),
		clientId: Type.Optional(ClientId),
		deploymentIds: Type.Optional(DeploymentIds),
		authorizationEndpoint: Type.Optional(AuthorizationEndpoint),
		jwksUri: Type.Optional(JwksUri),
	},
	{ $id: "UpdateIntegrationRequestBody" },
);
export type UpdateIntegrationRequest = typeof UpdateIntegrationRequest.static;

/** The outcome of a test. */
export const IntegrationTest = closed(
	{
		ok: Type.Boolean({ description: "Whether the platform publishes keys for verifying its tokens." }),
		keys: Nullable(
			Type.Integer({ minimum: 1, description: "Number of published keys for RS256 and ES256; null unless `ok`." }),
		),
		failure: Nullable(Type.String({ description: "Error of the test; null if `ok`." })),
		durationMs: Type.Integer({ minimum: 0 }),
	},
	{ $id: "IntegrationTest" },
);
export type IntegrationTest = typeof IntegrationTest.static;

/** Path of an integration. */
export const IntegrationParams = closed({
	orgId: Id("org", "id of the organization"),
	integrationId: Id("int", "id of the integration"),
});

/** Query of the list. */
export const ListIntegrationsQuery = listQuery(makerFilter);
export type ListIntegrationsQuery = typeof ListIntegrationsQuery.static;
