import type { DomainRow, OrganizationRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { parseDomain } from "#kernel/text";
import { parseAllowedDomain, parseAllowedDomains } from "#modules/organizations/organizations";
import {
	assertOrganizationExists,
	lockWritableOrganization,
	saveOrganization,
} from "#modules/tenancy/organization-records";
import { assertMayGrantRole, EDUCATION_ROLES } from "#modules/tenancy/permissions";
import { settings } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { claimAgain, isOver } from "./claim.ts";
import type { Claims } from "./claims.ts";
import {
	domainNotFound,
	domainNotVerified,
	listFull,
	MAX_DOMAINS,
	noSuchRole,
	oneOfDomains,
	specificDomainError,
	tooManyDomains,
} from "./errors.ts";
import { facts } from "./facts.ts";
import { domainsOf, oldestFirst, readDomainsOf } from "./repository.ts";
import {
	type AllowDomainsRequest,
	type AllowedDomainsResult,
	assertOneForm,
	type DisallowDomainsQuery,
	type DisallowDomainsRequest,
	type Domain,
	domainFields,
	type ListDomainsQuery,
	type UpdateDomainRequest,
} from "./schemas.ts";
import { MAX_DOMAINS_PER_REQUEST } from "./values.ts";
import { toDomain, toPublished } from "./view.ts";

export interface DomainsDeps extends Pick<Core, "store" | "unitOfWork" | "cursors"> {
	readonly claims: Claims;
}

/** A request by its query, and the members of its body that do not fit their schema. */
interface Queried {
	readonly query: URLSearchParams;
	readonly unfit: readonly string[];
}

export type DomainsService = ReturnType<typeof createDomainsService>;

/** Values that a null in a change stands for. */
const DEFAULTS = { enrollmentMode: "none", defaultRole: "member", includeSubdomains: false } as const;

/** Creates the service of the domains that an organization allows. */
export function createDomainsService({ store, unitOfWork, cursors, claims }: DomainsDeps) {
	/** Claims a domain again whose claim is over; returns it as it is otherwise. */
	async function claimedAgain(change: Change, row: DomainRow): Promise<DomainRow> {
		if (row.state !== "unverified" && !isOver(row, change.nowMs)) return row;
		change.record(row.orgId, facts["domain.claim"], { id: row.id });
		return claims.save(change, row, claimAgain(row, change.nowMs));
	}

	async function allowAll(change: Change, orgId: string, names: readonly string[]): Promise<DomainRow[]> {
		const organization = await lockWritableOrganization(change.tx, orgId);
		const domains = domainsOf(change.tx, orgId);
		const known = new Map<string, DomainRow>();
		for (const name of names) {
			const row = await domains.lock(name);
			if (row) known.set(name, await claimedAgain(change, row));
		}
		const added = names.filter((name) => !known.has(name));
		const allowedDomains = [...organization.allowedDomains, ...added];
		if (added.length > 0 && allowedDomains.length > MAX_DOMAINS) throw listFull();
		if (added.length > 0) await saveOrganization(change, organization, { allowedDomains });
		for (const row of await claims.add(change, orgId, added)) known.set(row.id, row);
		return names.flatMap((name) => known.get(name) ?? []);
	}

	return {
		/** Returns a page of domains, oldest first. @throws `not_found` `purged` `invalid_request` `invalid_fields` `invalid_cursor` */
		async list({ principal }: RequestContext, orgId: string, query: ListDomainsQuery) {
			const request = pageRequest(cursors, query, domainFields, { list: "domains", orgId });
			await assertOrganizationExists(store.db, principal, orgId);
			return request.page(await readDomainsOf(store.db, orgId).list(oldestFirst, request), oldestFirst, toDomain);
		},

		/** Returns a domain. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, name: string, fields: string | undefined) {
			const show = domainFields.parse(fields);
			await assertOrganizationExists(store.db, principal, orgId);
			const row = await readDomainsOf(store.db, orgId).find(normalize(name));
			if (!row) throw domainNotFound();
			return { data: show(toDomain(row)), version: row.version, variant: fields };
		},

		/**
		 * Puts domains on the list of an organization and claims them. Those that are on it stay as they are, unless their claim
		 * is over: then it is made again.
		 * @throws `validation_failed` `invalid_domain` `public_suffix` `free_mail_domain` `not_found` `purged` `state_conflict` `conflict`
		 */
		async allow(
			context: RequestContext,
			orgId: string,
			request: AllowDomainsRequest,
		): Promise<Versioned<AllowedDomainsResult> & { readonly place: string }> {
			const names = parseNames(request);
			const work = async (change: Change) =>
				(await allowAll(change, orgId, names)).map((row) => ({ domain: toDomain(row), version: row.version }));
			const allowed = await unitOfWork.run(context, work, { storeOutcome: "plain" });
			const [first] = allowed;
			if (!first) throw new Error("no domain was allowed");
			const data = request.domain === undefined ? allowed.map(({ domain }) => domain) : first.domain;
			return { data, version: first.version, place: first.domain.domain };
		},

		/** Collects what is wrong with the domains to disallow: how many, and where, is a rule of body and query together. */
		checkDisallowed(request: DisallowDomainsRequest, fieldErrors: FieldErrors, { query, unfit }: Queried): void {
			if (["domain", "domains"].some((name) => unfit.includes(name))) return;
			fieldErrors.check(() => namedIn(query.getAll("domain"), request));
		},

		/**
		 * Takes domains off the list of an organization. Its members stay.
		 * @throws `validation_failed` `not_found` `purged` `state_conflict`
		 */
		async disallow(
			context: RequestContext,
			orgId: string,
			query: DisallowDomainsQuery,
			request: DisallowDomainsRequest,
		): Promise<void> {
			const names = namedIn(query.domain, request);
			await unitOfWork.run(context, async (change) => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				for (const name of names) if (!(await claims.remove(change, orgId, name))) throw domainNotFound();
				const allowedDomains = organization.allowedDomains.filter((name) => !names.includes(name));
				await saveOrganization(change, organization, { allowedDomains });
			});
		},

		/**
		 * Changes who joins by a domain, and how.
		 * @throws `not_found` `purged` `state_conflict` `domain_not_verified` `forbidden` `insufficient_scope` `validation_failed` `precondition_failed`
		 */
		async update(
			context: RequestContext,
			orgId: string,
			name: string,
			request: UpdateDomainRequest,
		): Promise<Versioned<Domain>> {
			const work = async (change: Change): Promise<Versioned<Domain>> => {
				const organization = await lockWritableOrganization(change.tx, orgId);
				const row = await domainsOf(change.tx, orgId).lock(normalize(name));
				if (!row) throw domainNotFound();
				const wanted = withDefaults(request);
				const { enrollmentMode } = wanted;
				if ((enrollmentMode === "auto_join" || enrollmentMode === "invite") && row.state !== "verified")
					throw domainNotVerified(row.state);
				assertMayGrantRole(change.principal, wanted.defaultRole ?? row.defaultRole);
				assertRoleExists(organization, wanted.defaultRole ?? DEFAULTS.defaultRole);
				assertIfMatch(context.ifMatch, row.version);
				const changes = differencesBetween(toPublished(row), wanted, Object.keys(wanted));
				if (changes.length === 0) return { data: toDomain(row), version: row.version };
				const next = { ...row, ...wanted, version: row.version + 1, updatedAtMs: change.nowMs };
				change.record(orgId, facts["domain.update"], { id: row.id, object: toPublished(next), changes });
				const saved = await claims.save(change, row, next);
				return { data: toDomain(saved), version: saved.version };
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},
	};
}

/**
 * Returns a domain as it is stored. Text that is none is returned as it is: nothing is stored under it.
 * @param name a domain in any spelling
 */
export function normalize(name: string): string {
	try {
		return parseDomain(name, "/domain");
	} catch (error) {
		if (error instanceof AppError) return name;
		throw error;
	}
}

/** Returns the domains that a request names, as they are stored. @throws `validation_failed` */
function namedIn(ofQuery: readonly string[] = [], { domain, domains }: DisallowDomainsRequest): string[] {
	const ofBody = domains ?? (domain === undefined ? [] : [domain]);
	const names = [...new Set([...ofQuery, ...ofBody].map(normalize))];
	if (names.length === 0 || (domain !== undefined && domains !== undefined)) throw oneOfDomains();
	if (names.length > MAX_DOMAINS_PER_REQUEST) throw tooManyDomains();
	return names;
}

/** Parses the domains to allow. @throws `validation_failed` `invalid_domain` `public_suffix` `free_mail_domain` */
function parseNames(request: AllowDomainsRequest): string[] {
	assertOneForm(request);
	const { domain, domains } = request;
	try {
		if (domain !== undefined) return [parseAllowedDomain(domain, "/domain")];
		const fieldErrors = new FieldErrors();
		const parsed = parseAllowedDomains(domains ?? [], fieldErrors, "/domains");
		fieldErrors.throwIfAny();
		return parsed;
	} catch (error) {
		throw error instanceof AppError ? specificDomainError(error) : error;
	}
}

/** Returns what a change sets, with the defaults in place of null. */
const withDefaults = ({ enrollmentMode, defaultRole, includeSubdomains }: UpdateDomainRequest) => ({
	...(enrollmentMode !== undefined && { enrollmentMode: enrollmentMode ?? DEFAULTS.enrollmentMode }),
	...(defaultRole !== undefined && { defaultRole: defaultRole ?? DEFAULTS.defaultRole }),
	...(includeSubdomains !== undefined && { includeSubdomains: includeSubdomains ?? DEFAULTS.includeSubdomains }),
});

function assertRoleExists(organization: OrganizationRow, role: DomainRow["defaultRole"]): void {
	if (EDUCATION_ROLES.includes(role) && !settings.effective(organization).educationMode) throw noSuchRole(role);
}
