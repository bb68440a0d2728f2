import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { ApiKey, apiKeyFields, IssuedApiKey } from "./schemas.ts";

const tag: Tag = { name: "API keys", description: "Credentials with which services act for an organization." };

const example: ApiKey = {
	id: "key_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Timetable sync",
	hint: "x9Qz",
	scopes: ["org:read", "meeting:write"],
	allowedIps: [],
	createdBy: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	makerState: "active",
	expiresAt: "2031-01-01T00:00:00.000Z",
	previousExpiresAt: null,
	lastUsedAt: "2030-01-02T08:15:00.000Z",
	createdAt: "2030-01-01T09:30:00.000Z",
	updatedAt: "2030-01-01T09:30:00.000Z",
};
// Not a key that could be used: its secret part is too short on purpose.
const issued: IssuedApiKey = { ...example, lastUsedAt: null, key: "mpk_01jd0z7v9gf2nbrexx3vqjhp41_…x9Qz" };

const USE =
	"A service sends its key as `Authorization: Bearer mpk_…` and acts for the organization with the key's " +
	"scopes. A key that is unknown, revoked, expired or used from an address that is not allowed gets 401 " +
	"`unauthenticated`, without the reason.";

/** Documentation of the operations on API keys. */
export const documentation = {
	list: operation({
		id: "listApiKeys",
		summary: "List the API keys of an organization",
		description: `Lists the oldest first, without revoked keys. Use \`makerState\` to find keys whose maker has left or been demoted. ${USE}`,
		tag,
		responses: {
			200: pageResponse(
				"A page of API keys, without their secrets",
				apiKeyFields.schema,
				"API keys retrieved",
				example,
			),
		},
	}),

	create: operation({
		id: "createApiKey",
		summary: "Create an API key",
		description:
			"Returns the key itself, which is shown only once. Its scopes must be among those of its maker, who cannot be an " +
			`API key. The key belongs to the organization and keeps working after its maker leaves; \`makerState\` shows that. ${USE}`,
		tag,
		request: {
			name: example.name,
			scopes: example.scopes,
			expiresAt: example.expiresAt,
		},
		responses: { 201: createdResponse("API key", "The key", IssuedApiKey, "API key created", issued) },
		errors: ["forbidden"],
	}),

	get: operation({
		id: "getApiKey",
		summary: "Get an API key",
		description:
			"Returns the key without its secret. `lastUsedAt` is accurate to the minute and updated with a delay " +
			"of a few seconds.",
		tag,
		responses: getResponses("The API key", apiKeyFields.schema, "API key retrieved", example),
	}),

	update: operation({
		id: "updateApiKey",
		summary: "Update an API key",
		description:
			"Takes a JSON merge patch; null removes a restriction. Changes apply from the next request with the " +
			"key. You cannot change a key with more rights than your own. If `makerState` is not `active`, adopt " +
			"the key before you extend its rights (409 `state_conflict`).",
		tag,
		request: { scopes: ["org:read"], expiresAt: null },
		responses: {
			200: versionedResponse("The API key", ApiKey, "API key updated", {
				...example,
				scopes: ["org:read"],
				expiresAt: null,
			}),
		},
		errors: ["forbidden", "precondition_failed"],
	}),

	rotate: operation({
		id: "rotateApiKey",
		summary: "Replace the secret of an API key",
		description:
			"Returns the new key, which is shown only once. The previous key works for another `graceSeconds`, " +
			"or stops working at once without it; keys from earlier rotations stop working at once. You cannot " +
			"rotate a key with more rights than your own. The caller has seen the new secret and becomes " +
			"responsible for the key, as with `adopt`.",
		tag,
		request: { graceSeconds: 3600 },
		responses: {
			200: versionedResponse("The key", IssuedApiKey, "API key rotated", {
				...issued,
				previousExpiresAt: "2030-01-01T10:30:00.000Z",
			}),
		},
		errors: ["forbidden", "precondition_failed"],
	}),

	adopt: operation({
		id: "adoptApiKey",
		summary: "Adopt an API key",
		description:
			"Takes the key over from a maker who was removed or demoted: `createdBy` becomes the caller and " +
			"`makerState` is `active` again. The key itself stays the same. You cannot adopt a key with more " +
			"rights than your own.",
		tag,
		responses: { 200: versionedResponse("The API key", ApiKey, "API key adopted", example) },
		errors: ["forbidden", "precondition_failed"],
	}),

	revoke: operation({
		id: "revokeApiKey",
		summary: "Revoke an API key",
		description:
			"Requests with the key are refused from now on, including those with the key it replaced at its last " +
			"rotation. This cannot be undone.",
		tag,
		responses: { 204: emptyResponse("Revoked") },
		errors: ["forbidden", "precondition_failed"],
	}),
};
