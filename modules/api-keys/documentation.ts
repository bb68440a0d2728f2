import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, versionedResponse } from "#http/resource";
import { ApiKey, apiKeyFields, IssuedApiKey } from "./schemas.ts";

const tag: Tag = { name: "API keys", description: "Credentials of services that act for an organization." };

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
	"A service sends its key as `Authorization: Bearer mpk_…` and acts for the organization with the scopes of the key. A key that is " +
	"unknown, revoked, expired or used from elsewhere gets 401 `unauthenticated`, whatever the reason.";

/** Documentation of the operations on API keys. */
export const documentation = {
	list: operation({
		id: "listApiKeys",
		summary: "List the API keys of an organization",
		description: `Oldest first, without those that were revoked; \`makerState\` finds those nobody answers for. ${USE}`,
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
		summary: "Make an API key",
		description:
			"The answer holds the key itself, this once. Its scopes are among those of its maker, who may not be an API key. It belongs " +
			`to the organization: it goes on when its maker leaves, and shows so in \`makerState\`. ${USE}`,
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
		description: "Without its secret. The last use is known to the minute, and some seconds late.",
		tag,
		responses: getResponses("The API key", apiKeyFields.schema, "API key retrieved", example),
	}),

	update: operation({
		id: "updateApiKey",
		summary: "Change an API key",
		description:
			"A merge patch; null lifts a restriction. It counts from the next request of the key. Nobody changes a key that may do more " +
			"than they. A key whose `makerState` is not `active` is adopted before it is widened (409 `state_conflict`).",
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
			"The answer holds the new key, this once. The one before works for `graceSeconds` more, without it no longer; one from " +
			"before an earlier rotation never. Nobody rotates a key that may do more than they; who does has seen it and answers for it " +
			"from then on, as after `adopt`.",
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
			"Takes the key over from a maker who was removed or demoted: `createdBy` names the caller, `makerState` is `active` again. The key " +
			"itself stays the same. Nobody adopts a key that may do more than they.",
		tag,
		responses: { 200: versionedResponse("The API key", ApiKey, "API key adopted", example) },
		errors: ["forbidden", "precondition_failed"],
	}),

	revoke: operation({
		id: "revokeApiKey",
		summary: "Revoke an API key",
		description: "Its next request is refused, also with the key before its last rotation. There is no way back.",
		tag,
		responses: { 204: emptyResponse("Revoked") },
		errors: ["forbidden", "precondition_failed"],
	}),
};
