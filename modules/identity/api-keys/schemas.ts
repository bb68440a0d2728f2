import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseInstant } from "#kernel/instant";
import { SCOPES } from "#kernel/scopes";
import { parseName } from "#kernel/text";
import { MadeBy, MakerState, makerFilter } from "#modules/identity/makers";
import { parseNetwork } from "./networks.ts";

/** Maximum time that a rotated key keeps working, in seconds: a week. */
export const MAX_GRACE_SECONDS = 604_800;

const Scopes = Type.Array(OneOf(SCOPES, "a scope"), {
	minItems: 1,
	maxItems: SCOPES.length,
	uniqueItems: true,
	description: "What the key may do; never more than its maker may do.",
});
const Networks = Type.Array(checked(Type.String({ maxLength: 64, examples: ["203.0.113.0/24"] }), parseNetwork), {
	maxItems: 50,
	description: "IP addresses and networks (CIDR) from which it may be used; empty: any.",
});
const ExpiresAt = checked(
	Type.String({ maxLength: 64, description: "When it ends, RFC 3339, in the future." }),
	parseInstant,
);
const Name = checked(Type.String({ description: "1…128 characters.", examples: ["Timetable sync"] }), parseName);

const keyMembers = {
	id: Id("key", "id of the key"),
	name: Name,
	hint: Type.String({ description: "The last four characters of the key.", examples: ["x9Qz"] }),
	scopes: Scopes,
	allowedIps: Networks,
	createdBy: MadeBy,
	makerState: MakerState,
	expiresAt: Nullable(Timestamp),
	previousExpiresAt: Nullable(Timestamp),
	lastUsedAt: Nullable(Timestamp),
	createdAt: Timestamp,
	updatedAt: Timestamp,
} satisfies Record<string, TSchema>;

/** An API key without its secret. */
export const ApiKey = closed(keyMembers, { $id: "ApiKey" });
export type ApiKey = typeof ApiKey.static;

/** A new API key with its secret. */
export const IssuedApiKey = closed(
	{
		...keyMembers,
		key: Type.String({ description: "The key itself, shown only once: send it as `Authorization: Bearer`." }),
	},
	{ $id: "IssuedApiKey" },
);
export type IssuedApiKey = typeof IssuedApiKey.static;

/** Selector of `fields` for a key. */
export const apiKeyFields = selectable(ApiKey);

/** Request for a new key. */
export const CreateApiKeyRequest = closed(
	{
		name: Name,
		scopes: Scopes,
		allowedIps: Type.Optional(Networks),
		expiresAt: Type.Optional(Nullable(ExpiresAt)),
	},
	{ $id: "CreateApiKeyRequestBody" },
);
export type CreateApiKeyRequest = typeof CreateApiKeyRequest.static;

/** Merge patch of a key; null removes a restriction. */
export const UpdateApiKeyRequest = closed(
	{
		name: Type.Optional(Name),
		scopes: Type.Optional(Scopes),
		allowedIps: Type.Optional(Nullable(Networks)),
		expiresAt: Type.Optional(Nullable(ExpiresAt)),
	},
	{ $id: "UpdateApiKeyRequestBody" },
);
export type UpdateApiKeyRequest = typeof UpdateApiKeyRequest.static;

/** Options of a rotation. */
export const RotateApiKeyRequest = closed(
	{
		graceSeconds: Type.Optional(
			Type.Integer({
				minimum: 0,
				maximum: MAX_GRACE_SECONDS,
				description: "How long the previous key keeps working, in seconds. Default 0: it stops at once.",
			}),
		),
	},
	{ $id: "RotateApiKeyRequestBody" },
);
export type RotateApiKeyRequest = typeof RotateApiKeyRequest.static;

/** Path parameters that identify a key. */
export const ApiKeyParams = closed({
	orgId: Id("org", "id of the organization"),
	keyId: Id("key", "id of the key"),
});

/** Filters of the list of keys. */
export const ListApiKeysQuery = listQuery(makerFilter);
export type ListApiKeysQuery = typeof ListApiKeysQuery.static;
