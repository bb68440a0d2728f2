import type { OrganizationRow } from "#db/schema";
import { conflictOf, type ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { type Page, pageRequest } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { exactWord, searchedWords } from "#kernel/search-words";
import { parseDomain, slugify } from "#kernel/text";
import type { AiPolicySection } from "#modules/governance/ai-policy";
import type { InvitationsService } from "#modules/identity/invitations";
import { assertMayDecide, builtInDecisions } from "#modules/tenancy/feature-flags";
import {
	insertOrganization,
	isTaken,
	listOrganizations,
	newOrganization,
	type OrganizationFilters,
	organizationList,
} from "#modules/tenancy/organization-records";
import { assertMayGrantRole } from "#modules/tenancy/permissions";
import { type Agreements, assertCompliant } from "#platform/compliance";
import { DEFAULT_CONFIGURATION, readConfiguration, variantOf } from "#platform/configuration";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { billingAccountLocked, malformedParameter, valueTaken } from "./errors.ts";
import { facts } from "./facts.ts";
import type { FollowAllowedDomains, Modify } from "./modify.ts";
import { parseColumns, parseNewOrganization, type WritableColumns } from "./parse.ts";
import type { OrganizationReader } from "./reader.ts";
import type {
	CreatedOrganization,
	CreateOrganizationRequest,
	ListOrganizationsQuery,
	Organization,
	OrganizationSelection,
	OrganizationSummary,
	Suspension,
	UpdateOrganizationRequest,
} from "./schemas.ts";
import { organizationFieldsBy, ownBillingAccountId, toOrganization, toSummary } from "./view.ts";

/** Parses the filters of a list to the form used in comparisons. @throws `invalid_request` naming the parameter */
function parseFilters(query: ListOrganizationsQuery): OrganizationFilters {
	const { state, orgType, q, domain, externalId, createdAfter, createdBefore } = query;
	return {
		state: state ?? null,
		orgType: orgType ?? null,
		words: searched(q, parseParameter(domain, "/domain", parseDomain)),
		externalId: externalId ?? null,
		createdAfterMs: parseParameter(createdAfter, "/createdAfter", parseInstant),
		createdBeforeMs: parseParameter(createdBefore, "/createdBefore", parseInstant),
	};
}

/** Returns the words to search for; null: none are asked for. Text without a word finds nothing, whatever the domain. */
function searched(text: string | undefined, domain: string | null): readonly string[] | null {
	const words = text === undefined ? null : searchedWords(text);
	if (domain === null || words?.length === 0) return words;
	return [...(words ?? []), exactWord(domain)];
}

/** Parses a parameter; null when it is absent. Its field errors become a 400, since a parameter is part of the URL. */
function parseParameter<T>(raw: string | undefined, path: string, parse: (raw: string, path: string) => T): T | null {
	if (raw === undefined) return null;
	try {
		return parse(raw, path);
	} catch (error) {
		if (!(error instanceof AppError && error.fieldErrors)) throw error;
		throw malformedParameter(error);
	}
}

export interface OrganizationsDeps extends Pick<Core, "store" | "newId" | "unitOfWork" | "cursors"> {
	readonly modify: Modify;
	readonly invitations: InvitationsService;
	readonly followAllowedDomains: FollowAllowedDomains;
	/** Returns the suspension of an organization, null when it has no blocks; see modules/organizations/organization-lifecycle. */
	readonly suspensionOf: (db: ReadDb, orgId: string) => Promise<Suspension | null>;
	/** Returns the suspensions of many organizations, by their ids; of a handle without the tenant guard. */
	readonly suspensionsOf: (
		acrossTenants: ReadDb,
		orgIds: readonly string[],
	) => Promise<ReadonlyMap<string, Suspension>>;
	readonly reader: OrganizationReader;
	readonly aiPolicy: AiPolicySection;
	readonly agreements: Agreements;
}

/** A request by its path. */
interface Addressed {
	readonly params: { readonly orgId?: string };
}

export type OrganizationsService = ReturnType<typeof createOrganizationsService>;

/**
 * Creates the service that creates, returns, lists and updates organizations; modules/organizations/organization-lifecycle changes
 * their states.
 */
export function createOrganizationsService({
	store,
	newId,
	unitOfWork,
	modify,
	cursors,
	invitations,
	followAllowedDomains,
	suspensionOf,
	suspensionsOf,
	reader,
	aiPolicy,
	agreements,
}: OrganizationsDeps) {
	const organizationFields = organizationFieldsBy(aiPolicy);

	/** Stores a new organization. A generated slug is replaced with another one when it is taken. @throws `conflict` */
	async function insert(change: Change, row: OrganizationRow, isSlugRequested: boolean): Promise<OrganizationRow> {
		if (await insertOrganization(change.tx, row)) return row;
		const { externalId } = row;
		if (externalId !== null && (await isTaken(change.tx, "externalId", externalId, row.id)))
			throw valueTaken("externalId");
		if (isSlugRequested) throw valueTaken("slug");
		// The end of an id is random, so the fallback is available.
		const fallback = { ...row, slug: `${row.slug.slice(0, 50)}-${row.id.slice(-12)}` };
		if (await insertOrganization(change.tx, fallback)) return fallback;
		throw valueTaken("slug");
	}

	return {
		/** Collects the values of a request that another organization has. */
		async check(
			body: Partial<UpdateOrganizationRequest>,
			fieldErrors: FieldErrors,
			{ params }: Addressed,
		): Promise<void> {
			for (const field of ["slug", "externalId"] as const) {
				const value = body[field];
				if (value != null && (await isTaken(store.db, field, value, params.orgId ?? "")))
					fieldErrors.collect(valueTaken(field).fieldErrors ?? []);
			}
		},

		/**
		 * Creates an organization, and invites its owner when the request names one.
		 * @throws `validation_failed` `unknown_flag` `compliance_violation` `conflict`
		 */
		async create(context: RequestContext, request: CreateOrganizationRequest): Promise<CreatedOrganization> {
			const { columns, ownerEmail } = parseNewOrganization(request);
			const work = async (change: Change): Promise<CreatedOrganization> => {
				const blank = newOrganization(newId("org"), request.orgType, change.nowMs, DEFAULT_CONFIGURATION);
				const slug = columns.slug ?? (slugify(columns.name) || "organization");
				// In one round trip: what is stored does not depend on the configuration, only whether it may be.
				const [configuration, stored] = await Promise.all([
					readConfiguration(change.tx),
					insert(change, { ...blank, ...columns, slug }, columns.slug !== undefined),
				]);
				const row = { ...stored, configuration };
				assertCompliant(null, row, agreements);
				assertMayDecide(null, row);
				change.atEnd((tx) => organizationList.add(tx, row));
				const created = toSummary(row);
				change.founds(row.id);
				change.record(row.id, facts["organization.create"], { id: row.id, object: created });
				await followAllowedDomains(change, row.id, [], row.allowedDomains);
				if (ownerEmail === undefined) return created;
				assertMayGrantRole(change.principal, "owner");
				const to = { orgId: row.id, email: ownerEmail, role: "owner" } as const;
				return { ...created, ownerInvitation: await invitations.issue(change, to) };
			};
			// Sealed only because of the invitation's token, which must not be readable in the table.
			return unitOfWork.run(context, work, { storeOutcome: ownerEmail === undefined ? "plain" : "sealed" });
		},

		/**
		 * Returns an organization: the seven members of the specification, or those selected by `fields`.
		 * @throws `not_found` `purged` `invalid_fields`
		 */
		async get(
			{ principal }: RequestContext,
			orgId: string,
			fields: string | undefined,
		): Promise<Versioned<Organization | OrganizationSelection>> {
			if (fields === undefined) return reader.view(principal, orgId);
			const show = organizationFields.parse(fields);
			const row = await reader.find(principal, orgId);
			const suspension = show.shows("suspension") ? await suspensionOf(store.db, orgId) : null;
			return { data: show({ row, suspension }), version: row.version, variant: variantOf(row.configuration, fields) };
		},

		/** Returns a page of organizations. @throws `invalid_request` `invalid_cursor` `invalid_fields` */
		async list(query: ListOrganizationsQuery): Promise<Page<OrganizationSummary | OrganizationSelection>> {
			const { sort = "-createdAt" } = query;
			const filters = parseFilters(query);
			const request = pageRequest(cursors, query, organizationFields, { list: "organizations", filters, sort });
			const order = organizationList.orders[sort];
			const rows = await listOrganizations(store.db, filters, sort, request);
			const suspensions = await request.readMember("suspension", rows, (shown) =>
				suspensionsOf(
					store.acrossTenants.db,
					shown.map(({ id }) => id),
				),
			);
			// The rows of a purged organization are erased in portions: blocks may be left.
			const suspensionIn = ({ id, state }: OrganizationRow) =>
				state === "deleted" ? null : (suspensions.get(id) ?? null);
			return request.page(rows, order, (row) => ({ row, suspension: suspensionIn(row) }));
		},

		/**
		 * Replaces each member that the request contains as a whole; the others stay unchanged.
		 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `admin_required` `forbidden` `conflict` `validation_failed` `unknown_flag`
		 * `compliance_violation`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			request: UpdateOrganizationRequest,
		): Promise<Versioned<Organization>> {
			const columns = parseColumns(request);
			try {
				const row = await modify(context, orgId, facts["organization.update"], (before, caller) =>
					withBillingAccount(caller, before, withFlags(before, columns)),
				);
				return { data: toOrganization(row), version: row.version, variant: variantOf(row.configuration) };
			} catch (error) {
				// Another request took the value between our check and our write.
				if (conflictOf(error) !== "unique") throw error;
				throw valueTaken(columns.slug === undefined ? "externalId" : "slug");
			}
		},
	};
}

/** Adds what this operation neither shows nor replaces: decisions about flags that are not built in. */
const withFlags = (row: OrganizationRow, columns: WritableColumns): WritableColumns =>
	columns.featureFlags ? { ...columns, featureFlags: builtInDecisions(row, columns.featureFlags) } : columns;

/**
 * Resolves the billing account of a request. A tenant can send its current one, but no other.
 * @throws `admin_required`
 */
function withBillingAccount({ system }: Principal, row: OrganizationRow, columns: WritableColumns): WritableColumns {
	if (columns.billingAccountId === undefined) return columns;
	const own = ownBillingAccountId(row.id);
	const requested = columns.billingAccountId ?? own;
	if (!system && requested !== (row.billingAccountId ?? own)) throw billingAccountLocked();
	return { ...columns, billingAccountId: requested === own ? null : requested };
}
