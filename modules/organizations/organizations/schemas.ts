import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectionOf, shapeOf } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, documentedAs, Id, mapOf, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseEmail, parseName } from "#kernel/text";
import { AiPolicy } from "#modules/governance/ai-policy";
import { RetentionOverrides, RetentionPolicy } from "#modules/governance/retention";
import { IssuedInvitation } from "#modules/identity/invitations";
import { FeatureFlags, FlagOverrides } from "#modules/tenancy/feature-flags";
import {
	BLOCK_AUTHORITIES,
	LIVE_MEETING_RULES,
	ORG_TYPES,
	ORGANIZATION_STATES,
	SUSPENSION_REASONS,
} from "#modules/tenancy/organization-records";
import { OrganizationSettings, SettingsOverrides } from "#modules/tenancy/settings";
import { AllowedDomains, AllowedDomainsRequest, parseAllowedDomains } from "./allowed-domains.ts";

const Name = checked(
	Type.String({ description: "1…128 characters after trimming.", examples: ["Green Valley High School"] }),
	parseName,
);
const Slug = Type.String({
	pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
	maxLength: 63,
	description: "lower-case letters and digits, words joined by hyphens",
	examples: ["green-valley-high-school"],
});
const ExternalId = Type.String({
	pattern: "^[ -~]{1,128}$",
	description: "your own key, 1…128 printable ASCII characters",
});
const BillingAccountId = Type.String({ pattern: "^[ -~]{1,128}$", description: "1…128 printable ASCII characters" });

const organizationMembers = {
	name: Name,
	orgType: OneOf(ORG_TYPES, "kind of tenant"),
	billingAccountId: Type.String({ description: "Identifier of the billing account." }),
	settings: OrganizationSettings,
	retentionPolicy: RetentionPolicy,
	allowedDomains: AllowedDomains,
	featureFlags: FeatureFlags,
};
const summaryMembers = {
	id: Id("org", "id of the organization"),
	state: OneOf(ORGANIZATION_STATES, "state of the organization"),
	createdAt: Timestamp,
};

const Metadata = mapOf(Type.String({ maxLength: 500 }), {
	maxProperties: 50,
	description: "Your own data: at most 50 names of up to 64 characters, with texts of up to 500.",
});

/** A block: one of the reasons for a suspension. */
const Block = closed({
	authority: OneOf(
		BLOCK_AUTHORITIES,
		"who set it; only an equal or higher authority can lift it (system, security, billing, owner)",
	),
	reasonCode: OneOf(SUSPENSION_REASONS, "why"),
	reason: Nullable(Type.String()),
	liveMeetings: OneOf(LIVE_MEETING_RULES, "`drain`: live meetings end within 15 minutes; `end`: at once"),
	createdAt: Timestamp,
	expiresAt: Nullable(Timestamp),
});

/** The blocks of an organization, which is suspended while any remains. */
export const Suspension = closed({ blocks: Type.Array(Block) }, { $id: "Suspension" });
export type Suspension = typeof Suspension.static;

/** An organization as specified: exactly seven members. */
export const Organization = closed(organizationMembers, { $id: "Organization" });
export type Organization = typeof Organization.static;

/** An organization in a list. */
export const OrganizationSummary = closed(
	{ ...summaryMembers, ...organizationMembers },
	{ $id: "OrganizationSummary" },
);
export type OrganizationSummary = typeof OrganizationSummary.static;

/** A new organization; with `ownerEmail` also the invitation of its owner. */
export const CreatedOrganization = closed(
	{ ...summaryMembers, ...organizationMembers, ownerInvitation: Type.Optional(IssuedInvitation) },
	{ $id: "CreatedOrganization" },
);
export type CreatedOrganization = typeof CreatedOrganization.static;

/**
 * An updated organization, as included in events; with its suspension when a block was lifted and others remain.
 */
export const UpdatedOrganization = closed(
	{ ...summaryMembers, suspension: Type.Optional(Nullable(Suspension)), ...organizationMembers },
	{ $id: "UpdatedOrganization" },
);

/** All members of an organization that `fields` can select. */
export const FullOrganization = closed({
	...summaryMembers,
	...organizationMembers,
	slug: Slug,
	externalId: Nullable(ExternalId),
	suspension: Nullable(Suspension),
	aiPolicy: AiPolicy,
	metadata: Metadata,
	version: Type.Integer({ minimum: 1 }),
	updatedAt: Timestamp,
	purgeAt: Nullable(Timestamp),
});
export type FullOrganization = typeof FullOrganization.static;

/** The members of an organization selected by `fields`, including nested members. */
export const OrganizationSelection = selectionOf(FullOrganization);
export type OrganizationSelection = typeof OrganizationSelection.static;

/**
 * Returns the schema, for the document, of an organization reduced or extended by `fields`: it requires what it shows
 * without the parameter, which clients then need not look for. No union: clients could then read only what all have.
 */
const documentedWith = (members: readonly string[], $id: string) => ({
	...FullOrganization,
	required: [...members],
	$id,
});

/** An organization, or the members of it selected by `fields`. */
export const SelectedOrganization = documentedAs(
	Type.Union([Organization, OrganizationSelection]),
	documentedWith(Organization.required ?? [], "OrganizationSelection"),
);

/** An organization in a list, or the members of it selected by `fields`. */
export const ListedOrganization = documentedAs(
	Type.Union([OrganizationSummary, OrganizationSelection]),
	documentedWith(OrganizationSummary.required ?? [], "OrganizationSummarySelection"),
);

/** Names that `fields` can use for an organization. */
export const organizationShape = shapeOf(FullOrganization);

const writableMembers = {
	slug: Type.Optional(Slug),
	settings: Type.Optional(SettingsOverrides),
	retentionPolicy: Type.Optional(RetentionOverrides),
	allowedDomains: Type.Optional(
		checked(AllowedDomainsRequest, (domains, path, errors) => parseAllowedDomains(domains, errors, path)),
	),
	featureFlags: Type.Optional(FlagOverrides),
	metadata: Type.Optional(Metadata),
};

/** Request for a new organization (`CreateOrgRequestBody` of the specification). */
export const CreateOrganizationRequest = closed(
	{
		name: Name,
		orgType: OneOf(ORG_TYPES, "kind of tenant"),
		externalId: Type.Optional(ExternalId),
		billingAccountId: Type.Optional(BillingAccountId),
		...writableMembers,
		ownerEmail: Type.Optional(
			checked(
				Type.String({ maxLength: 254, description: "Invites the owner.", examples: ["ada@example.edu"] }),
				parseEmail,
			),
		),
	},
	{ $id: "CreateOrgRequestBody" },
);
export type CreateOrganizationRequest = typeof CreateOrganizationRequest.static;

/** Members to be replaced; absent ones stay unchanged. */
export const UpdateOrganizationRequest = closed(
	{
		name: Type.Optional(Name),
		orgType: Type.Optional(OneOf(ORG_TYPES, "kind of tenant")),
		externalId: Type.Optional(Nullable(ExternalId)),
		billingAccountId: Type.Optional(Nullable(BillingAccountId)),
		...writableMembers,
	},
	{ $id: "UpdateOrgRequestBody" },
);
export type UpdateOrganizationRequest = typeof UpdateOrganizationRequest.static;

/** Filters and order of the list of organizations. */
export const ListOrganizationsQuery = listQuery({
	state: Type.Optional(OneOf(ORGANIZATION_STATES, "only those in this state; default: all except deleted ones")),
	orgType: Type.Optional(OneOf(ORG_TYPES, "only those of this kind")),
	q: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 128,
			description:
				"Words or beginnings of words of the name or slug, in any order; all must match. Case and " +
				"accents are ignored.",
		}),
	),
	domain: Type.Optional(Type.String({ maxLength: 253, description: "Only those that allow this exact domain." })),
	externalId: Type.Optional(Type.String({ maxLength: 128, description: "Only the one with this external id." })),
	createdAfter: Type.Optional(Type.String({ description: "RFC 3339; only those created later." })),
	createdBefore: Type.Optional(Type.String({ description: "RFC 3339; only those created earlier." })),
	sort: Type.Optional(OneOf(["createdAt", "-createdAt", "name"], "order; default -createdAt, the newest first")),
});
export type ListOrganizationsQuery = typeof ListOrganizationsQuery.static;
