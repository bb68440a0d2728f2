import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Email, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { DomainName } from "#modules/organizations/organizations";
import { JOINABLE_ROLES } from "#modules/tenancy/permissions";
import { reasonMissing, reasonUnused } from "./errors.ts";
import { DOMAIN_STATES, ENROLLMENT_MODES, MAX_DOMAINS_PER_REQUEST } from "./values.ts";

const enrollmentMembers = {
	enrollmentMode: OneOf(
		ENROLLMENT_MODES,
		"How users with a verified address of the domain join when they sign in, once the domain is verified",
	),
	defaultRole: OneOf(JOINABLE_ROLES, "Role of members who join by the domain"),
	includeSubdomains: Type.Boolean({ description: "Whether addresses of its subdomains count as well." }),
};

const stateMembers = {
	domain: DomainName,
	state: OneOf(
		DOMAIN_STATES,
		"`unverified`: never looked up; `pending`: waiting for the record; `verified`: verified, and checked again " +
			"daily; `failed`: given up after 30 days; `lapsed`: was verified, and the record has been missing for three " +
			"days; `conflict`: verified by another organization",
	),
	...enrollmentMembers,
};

/** The record that proves a domain. */
const Challenge = closed({
	type: Type.Literal("dns_txt"),
	name: Type.String({
		description: "Name of the TXT record to create.",
		examples: ["_parley-verify.example.edu"],
	}),
	value: Type.String({ description: "Exact text of the record.", examples: ["parley-verify=9f3c0a…"] }),
	expiresAt: Nullable(Timestamp),
});

/** A domain that an organization allows, and what has been proved of it. */
export const Domain = closed(
	{
		...stateMembers,
		challenge: Challenge,
		attempts: Type.Integer({ minimum: 0, description: "Number of look-ups so far." }),
		lastCheckedAt: Nullable(Timestamp),
		lastError: Nullable(
			Type.String({
				description:
					"Why the last look-up failed: `record_not_found`, `resolver_failed` (DNS did not respond; this " +
					"does not count against the domain) or `claimed`.",
			}),
		),
		nextCheckAt: Nullable(Timestamp),
		verifiedAt: Nullable(Timestamp),
		verifiedBy: Nullable(OneOf(["dns_txt", "manual"], "`dns_txt`: by the record; `manual`: by a system administrator")),
	},
	{ $id: "Domain" },
);
export type Domain = typeof Domain.static;

/** A domain as `fields` may select it. */
export const domainFields = selectable(Domain);

/** A domain as published in events. */
export const PublishedDomain = closed({ ...stateMembers, verifiedAt: Nullable(Timestamp) });
export type PublishedDomain = typeof PublishedDomain.static;

/** What is published of somebody who joined by their domain. */
export const AutoJoined = closed({
	userId: Id("usr", "id of the person"),
	role: OneOf(JOINABLE_ROLES, "role they have"),
	domain: DomainName,
});

const domainList = Type.Array(DomainName, { minItems: 1, maxItems: MAX_DOMAINS_PER_REQUEST });

/** Asserts that a request names domains in one way. @throws `validation_failed` */
export const assertOneForm = exactlyOneOf("domain", "domains");

/** The domains to allow: exactly one of `domain` and `domains`. */
export const AllowDomainsRequest = checked(
	closed({ domain: Type.Optional(DomainName), domains: Type.Optional(domainList) }, { $id: "AllowDomainsRequestBody" }),
	assertOneForm,
);
export type AllowDomainsRequest = typeof AllowDomainsRequest.static;

/** The result of allowing domains: that domain, or the list of those that were named as a list. */
export const AllowedDomainsResult = Type.Union([Domain, Type.Array(Domain)]);
export type AllowedDomainsResult = typeof AllowedDomainsResult.static;

/** The domains to disallow, in the body; or in the query. */
export const DisallowDomainsRequest = closed(
	{ domain: Type.Optional(DomainName), domains: Type.Optional(domainList) },
	{ $id: "DisallowDomainsRequestBody" },
);
export type DisallowDomainsRequest = typeof DisallowDomainsRequest.static;

/** {@link DisallowDomainsRequest} in the query. */
export const DisallowDomainsQuery = closed({
	domain: Type.Optional(
		Type.Array(DomainName, {
			maxItems: MAX_DOMAINS_PER_REQUEST,
			description: "A domain to disallow; may be repeated.",
		}),
	),
});
export type DisallowDomainsQuery = typeof DisallowDomainsQuery.static;

/** Changes of a domain (RFC 7396): null is the default. */
export const UpdateDomainRequest = closed(
	{
		enrollmentMode: Type.Optional(Nullable(enrollmentMembers.enrollmentMode)),
		defaultRole: Type.Optional(Nullable(enrollmentMembers.defaultRole)),
		includeSubdomains: Type.Optional(Nullable(enrollmentMembers.includeSubdomains)),
	},
	{ $id: "UpdateDomainRequestBody" },
);
export type UpdateDomainRequest = typeof UpdateDomainRequest.static;

/** Asserts that a request has a reason where it vouches for a domain, and only there. @throws `validation_failed` */
export function assertReason({ manual, reason }: { readonly manual?: unknown; readonly reason?: unknown }): void {
	if (manual !== undefined && reason === undefined) throw reasonMissing();
	if (manual === undefined && reason !== undefined) throw reasonUnused();
}

/** Request to prove a domain: without members by its record. */
export const VerifyDomainRequest = checked(
	closed(
		{
			manual: Type.Optional(
				Type.Literal(true, { description: "Verifies it without a record; for system administrators." }),
			),
			reason: Type.Optional(
				Type.String({
					minLength: 1,
					maxLength: 500,
					description: "Why; kept in the audit trail. Needed with `manual`.",
				}),
			),
		},
		{ $id: "VerifyDomainRequestBody" },
	),
	assertReason,
);
export type VerifyDomainRequest = typeof VerifyDomainRequest.static;

/** Path of a domain. */
export const DomainParams = closed({
	orgId: Id("org", "id of the organization"),
	domain: Type.String({ minLength: 1, maxLength: 1024, description: "The domain.", examples: ["greenvalley.example"] }),
});

/** Query of the list of domains. */
export const ListDomainsQuery = listQuery({});
export type ListDomainsQuery = typeof ListDomainsQuery.static;

const organizationOfDomain = {
	orgId: Id("org", "id of the organization"),
	name: Type.String({ description: "Its name.", examples: ["Green Valley High School"] }),
	domain: DomainName,
};

/** The organization of the domain of the caller's address, which they may join. */
export const SuggestedOrganization = closed(
	{
		...organizationOfDomain,
		action: OneOf(["join", "request"], "`join`: you become a member; `request`: an administrator decides"),
		role: OneOf(JOINABLE_ROLES, "role you would have"),
	},
	{ $id: "SuggestedOrganization" },
);
export type SuggestedOrganization = typeof SuggestedOrganization.static;

/** A suggested organization as `fields` may select it. */
export const suggestedOrganizationFields = selectable(SuggestedOrganization);

/** The suggested organization to join. */
export const JoinOrganizationRequest = closed(
	{ orgId: Id("org", "id of the suggested organization") },
	{ $id: "JoinOrganizationRequestBody" },
);

/** The outcome. */
export const JoinOutcome = closed(
	{
		orgId: Id("org", "id of the organization"),
		outcome: OneOf(["joined", "requested"], "`requested`: an invitation follows if an administrator agrees"),
	},
	{ $id: "JoinOutcome" },
);
export type JoinOutcome = typeof JoinOutcome.static;

/** An address whose organization is looked for. */
export const DiscoverRequest = closed({ email: Email }, { $id: "DiscoverOrganizationRequestBody" });

/** The organization of an address by its domain; null: none is published. */
export const Discovery = closed(
	{ organization: Nullable(closed(organizationOfDomain)) },
	{ $id: "OrganizationDiscovery" },
);
export type Discovery = typeof Discovery.static;
