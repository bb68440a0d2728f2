import { ListEnvelope, okPage } from "#http/envelope";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { singlePage } from "#kernel/list";
import {
	AllowedDomainsResult,
	Discovery,
	Domain,
	domainFields,
	JoinOutcome,
	type SuggestedOrganization,
	suggestedOrganizationFields,
} from "./schemas.ts";

const tag: Tag = {
	name: "Domains",
	description: "E-mail domains of an organization: those it allows, and those it has verified.",
};

const example: Domain = {
	domain: "greenvalley.example",
	state: "pending",
	enrollmentMode: "none",
	defaultRole: "member",
	includeSubdomains: false,
	challenge: {
		type: "dns_txt",
		name: "_parley-verify.greenvalley.example",
		value: "parley-verify=Zk3v0C2m8Qx1rT7uYb5nLw9eHs4aJd6g",
		expiresAt: "2030-01-31T09:30:00.000Z",
	},
	attempts: 0,
	lastCheckedAt: null,
	lastError: null,
	nextCheckAt: "2030-01-01T09:31:00.000Z",
	verifiedAt: null,
	verifiedBy: null,
};
const verified: Domain = {
	...example,
	state: "verified",
	challenge: { ...example.challenge, expiresAt: null },
	attempts: 1,
	lastCheckedAt: "2030-01-01T09:40:00.000Z",
	nextCheckAt: "2030-01-02T09:40:00.000Z",
	verifiedAt: "2030-01-01T09:40:00.000Z",
	verifiedBy: "dns_txt",
};

const suggested: SuggestedOrganization = {
	orgId: exampleId("org"),
	name: "Green Valley High School",
	domain: "greenvalley.example",
	action: "join",
	role: "member",
};

/** Documentation of the operations on domains. */
export const documentation = {
	list: operation({
		id: "listDomains",
		summary: "List the domains of an organization",
		description: "Lists the domains in `allowedDomains` of the organization, oldest first, with their verification.",
		tag,
		responses: { 200: pageResponse("A page of domains", domainFields.schema, "Domains retrieved", example) },
	}),

	allow: operation({
		id: "allowDomains",
		summary: "Allow domains",
		description:
			"Adds domains to `allowedDomains` and claims them. Send `domain` to get that domain, or `domains` to get " +
			"a list. Create the TXT record of `challenge`; it is looked up after 1, 5, 15 and 60 minutes, then every " +
			"6 hours for 30 days, and on request. Several organizations may claim a domain: the first to verify it " +
			"holds it. A domain that is already allowed is returned unchanged; if its claim has failed or lapsed, a " +
			"new claim with another record is made.",
		tag,
		request: { domain: example.domain },
		responses: {
			201: createdResponse(
				"domain, or of the first",
				"The domain, or the list of domains",
				AllowedDomainsResult,
				"Domains allowed",
				example,
			),
		},
		errors: ["invalid_domain", "public_suffix", "free_mail_domain", "conflict"],
	}),

	disallow: operation({
		id: "disallowDomains",
		summary: "Disallow domains",
		description:
			"Removes domains from `allowedDomains` and gives up their verification. Name them by `domain`, which may be " +
			'repeated, or in a body: `{"domains":[…]}`. If any of them is not allowed, none is removed. Members stay.',
		tag,
		request: { domains: ["greenvalley.example"] },
		responses: { 204: emptyResponse("Disallowed") },
	}),

	get: operation({
		id: "getDomain",
		summary: "Get a domain",
		tag,
		responses: getResponses("The domain", domainFields.schema, "Domain retrieved", verified),
	}),

	update: operation({
		id: "updateDomain",
		summary: "Change who joins by a domain",
		description:
			"Takes effect for people with a verified address of the domain while the domain is verified; `auto_join` " +
			"and `invite` can be chosen only then. null restores the default of a property.",
		tag,
		request: { enrollmentMode: "suggest" },
		responses: {
			200: versionedResponse("The domain", Domain, "Domain updated", { ...verified, enrollmentMode: "suggest" }),
		},
		errors: ["domain_not_verified", "precondition_failed"],
	}),

	verify: operation({
		id: "verifyDomain",
		summary: "Verify a domain",
		description:
			"Looks the TXT record up, now. If it is missing, `error.meta` has its name, the expected text and the " +
			"texts that were found. A failing DNS server gets 503 and does not count against the domain. A verified " +
			"domain is verified again daily and lapses when its record is missing for three days. System " +
			"administrators may vouch for a domain: " +
			'`{"manual":true,"reason":"…"}`.',
		tag,
		request: {},
		responses: { 200: versionedResponse("The domain", Domain, "Domain verified", verified) },
		errors: [
			"dns_record_not_found",
			"domain_claimed",
			"admin_required",
			"unavailable",
			"invalid_domain",
			"public_suffix",
			"free_mail_domain",
		],
	}),

	discover: operation({
		id: "discoverOrganization",
		summary: "Find the organization of an address",
		description:
			"Returns the organization that has verified the domain of an address, if that organization lets people of " +
			"the domain join (`enrollmentMode` is not `none`). Reveals nothing about the address itself or its " +
			"account.",
		tag,
		request: { email: "ada@greenvalley.example" },
		responses: {
			200: okResponse("The organization, or null", Discovery, "Discovery", {
				organization: { orgId: suggested.orgId, name: suggested.name, domain: suggested.domain },
			}),
		},
	}),

	suggested: operation({
		id: "listSuggestedOrganizations",
		summary: "List the organizations you may join by your address",
		description:
			"Returns at most one: the organization of the domain of your address, which must be verified. Empty once you are its member.",
		tag,
		responses: {
			200: {
				description: "The organizations",
				schema: ListEnvelope(suggestedOrganizationFields.schema),
				example: okPage("Suggested organizations retrieved", singlePage([suggested])),
			},
		},
	}),

	join: operation({
		id: "joinSuggestedOrganization",
		summary: "Join a suggested organization, or ask to",
		description:
			"If `action` is `join`, you become a member: refresh your token with its `orgId`. If it is `request`, " +
			"your request is listed among the organization's invitations (`state=requested`): an administrator " +
			"accepts it by sending that invitation, or refuses it by withdrawing it.",
		tag,
		request: { orgId: suggested.orgId },
		responses: {
			200: okResponse("The outcome", JoinOutcome, "Organization joined or asked", {
				orgId: suggested.orgId,
				outcome: "joined",
			}),
		},
		errors: ["quota_exceeded", "forbidden", "not_found"],
	}),
};
