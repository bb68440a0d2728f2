import type { OrganizationRow } from "#db/schema";
import { FieldErrors } from "#kernel/field-errors";
import { parseEmail, parseName, sortKey } from "#kernel/text";
import { readDomains } from "#modules/domains";
import { refuseUnknownFlags } from "#modules/feature-flags";
import { readRetention } from "#modules/retention";
import { readSettings } from "#modules/settings";
import type { CreateOrganizationRequest, UpdateOrganizationRequest } from "./schemas.ts";

/** The columns a request sets. */
export type Columns = Partial<
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
		| "metadata"
	>
>;

/**
 * The columns of the members a request supplies, in the form they are kept in; what it leaves out stays as it is.
 * @throws `validation_failed` with every field error, `unknown_flag`
 */
export function parseColumns(request: UpdateOrganizationRequest): Columns {
	const fieldErrors = new FieldErrors();
	const columns = readColumns(request, fieldErrors);
	fieldErrors.throwIfAny();
	refuseUnknownFlags(request.featureFlags ?? {}, "/featureFlags");
	return columns;
}

/** The same for a new organization, with the address of its owner (undefined: none is invited). */
export function parseNewOrganization({ ownerEmail, ...request }: CreateOrganizationRequest) {
	const fieldErrors = new FieldErrors();
	const columns = readColumns(request, fieldErrors);
	const owner = ownerEmail === undefined ? undefined : fieldErrors.check(() => parseEmail(ownerEmail, "/ownerEmail"));
	fieldErrors.throwIfAny();
	refuseUnknownFlags(request.featureFlags ?? {}, "/featureFlags");
	const { name = "", nameKey = "" } = columns; // The schema requires one.
	return { columns: { ...columns, name, nameKey }, ownerEmail: owner };
}

function readColumns(request: UpdateOrganizationRequest, fieldErrors: FieldErrors): Columns {
	const { name, orgType, slug, externalId, billingAccountId, metadata, featureFlags } = request;
	const { settings, retentionPolicy, allowedDomains } = request;
	return {
		...(name !== undefined && readName(name, fieldErrors)),
		...(orgType !== undefined && { orgType }),
		...(slug !== undefined && { slug }),
		...(externalId !== undefined && { externalId }),
		...(billingAccountId !== undefined && { billingAccountId }),
		...(settings && { settings: readSettings(settings, fieldErrors, "/settings") }),
		...(retentionPolicy && { retentionPolicy: readRetention(retentionPolicy, fieldErrors, "/retentionPolicy") }),
		...(allowedDomains && { allowedDomains: readDomains(allowedDomains, fieldErrors, "/allowedDomains") }),
		...(featureFlags && { featureFlags }),
		...(metadata && { metadata }),
	};
}

function readName(raw: string, fieldErrors: FieldErrors): Pick<OrganizationRow, "name" | "nameKey"> {
	const name = fieldErrors.check(() => parseName(raw, "/name")) ?? "";
	return { name, nameKey: sortKey(name) };
}
