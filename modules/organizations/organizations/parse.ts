import type { OrganizationRow } from "#db/schema";
import { FieldErrors } from "#kernel/field-errors";
import { parseEmail, parseName, sortKey } from "#kernel/text";
import { parseRetention } from "#modules/governance/retention";
import { assertKnownFlags } from "#modules/tenancy/feature-flags";
import { parseSettings } from "#modules/tenancy/settings";
import { parseAllowedDomains } from "./allowed-domains.ts";
import type { CreateOrganizationRequest, UpdateOrganizationRequest } from "./schemas.ts";

/** The columns that a request can set. */
export type WritableColumns = Partial<
	Pick<
		OrganizationRow,
		| "name"
		| "nameKey"
		| "orgType"
		| "slug"
		| "externalId"
		| "billingAccountId"
		| "settings"
		| "retentionPolicy"
		| "allowedDomains"
		| "featureFlags"
		| "aiPolicy"
		| "metadata"
	>
>;

/**
 * Converts the members of a request to their stored form; absent members stay unchanged.
 * @throws `validation_failed` with every field error, `unknown_flag`
 */
export function parseColumns(request: UpdateOrganizationRequest): WritableColumns {
	const fieldErrors = new FieldErrors();
	const columns = parseMembers(request, fieldErrors);
	fieldErrors.throwIfAny();
	assertKnownFlags(request.featureFlags ?? {}, "/featureFlags");
	return columns;
}

/**
 * Converts the members of a new organization to their stored form, and the address of its owner; undefined when no owner
 * is invited.
 * @throws `validation_failed` with every field error, `unknown_flag`
 */
export function parseNewOrganization({ ownerEmail, ...request }: CreateOrganizationRequest) {
	const fieldErrors = new FieldErrors();
	const columns = parseMembers(request, fieldErrors);
	const owner = ownerEmail === undefined ? undefined : fieldErrors.check(() => parseEmail(ownerEmail, "/ownerEmail"));
	fieldErrors.throwIfAny();
	assertKnownFlags(request.featureFlags ?? {}, "/featureFlags");
	const { name = "", nameKey = "" } = columns; // The schema requires one.
	return { columns: { ...columns, name, nameKey }, ownerEmail: owner };
}

function parseMembers(request: UpdateOrganizationRequest, fieldErrors: FieldErrors): WritableColumns {
	const { name, orgType, slug, externalId, billingAccountId, metadata, featureFlags } = request;
	const { settings, retentionPolicy, allowedDomains } = request;
	return {
		...(name !== undefined && parseNameColumns(name, fieldErrors)),
		...(orgType !== undefined && { orgType }),
		...(slug !== undefined && { slug }),
		...(externalId !== undefined && { externalId }),
		...(billingAccountId !== undefined && { billingAccountId }),
		...(settings && { settings: parseSettings(settings, fieldErrors, "/settings") }),
		...(retentionPolicy && { retentionPolicy: parseRetention(retentionPolicy, fieldErrors, "/retentionPolicy") }),
		...(allowedDomains && { allowedDomains: parseAllowedDomains(allowedDomains, fieldErrors, "/allowedDomains") }),
		...(featureFlags && { featureFlags }),
		...(metadata && { metadata }),
	};
}

function parseNameColumns(raw: string, fieldErrors: FieldErrors): Pick<OrganizationRow, "name" | "nameKey"> {
	const name = fieldErrors.check(() => parseName(raw, "/name")) ?? "";
	return { name, nameKey: sortKey(name) };
}
