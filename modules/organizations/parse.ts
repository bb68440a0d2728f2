import type { OrganizationRow } from "#db/schema";
import { FieldErrors } from "#kernel/field-errors";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import { parseDomain, parseEmail, parseName, sortKey } from "#kernel/text";
import { unknownFlags } from "./errors.ts";
import { parseRetentionDays } from "./retention.ts";
import type {
	CreateOrganizationRequest,
	RetentionOverrides,
	SettingsPatch,
	UpdateOrganizationRequest,
} from "./schemas.ts";
import { FLAG_NAMES } from "./values.ts";

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
	refuseUnknownFlags(request.featureFlags);
	return columns;
}

/** The same for a new organization, with the address of its owner (undefined: none is invited). */
export function parseNewOrganization({ ownerEmail, ...request }: CreateOrganizationRequest) {
	const fieldErrors = new FieldErrors();
	const columns = readColumns(request, fieldErrors);
	const owner = ownerEmail === undefined ? undefined : fieldErrors.check(() => parseEmail(ownerEmail, "/ownerEmail"));
	fieldErrors.throwIfAny();
	refuseUnknownFlags(request.featureFlags);
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
		...(retentionPolicy && { retentionPolicy: readRetention(retentionPolicy, fieldErrors) }),
		...(allowedDomains && { allowedDomains: readDomains(allowedDomains, fieldErrors) }),
		...(featureFlags && { featureFlags }),
		...(metadata && { metadata }),
	};
}

function readName(raw: string, fieldErrors: FieldErrors): Pick<OrganizationRow, "name" | "nameKey"> {
	const name = fieldErrors.check(() => parseName(raw, "/name")) ?? "";
	return { name, nameKey: sortKey(name) };
}

/** Settings in the form they are kept in; null members of a merge patch stay null. @throws `validation_failed` */
export function parseSettingsPatch(patch: SettingsPatch): SettingsPatch {
	const fieldErrors = new FieldErrors();
	const parsed = readSettings(patch, fieldErrors, "");
	fieldErrors.throwIfAny();
	return parsed;
}

function readSettings<S extends SettingsPatch>(settings: S, fieldErrors: FieldErrors, path: string): S {
	const { timezone, defaultLanguage } = settings;
	return {
		...settings,
		...(timezone != null && { timezone: fieldErrors.check(() => parseTimezone(timezone, `${path}/timezone`)) }),
		...(defaultLanguage != null && {
			defaultLanguage: fieldErrors.check(() => parseLanguageTag(defaultLanguage, `${path}/defaultLanguage`)),
		}),
	};
}

function readRetention(policy: RetentionOverrides, fieldErrors: FieldErrors): RetentionOverrides {
	for (const [name, days] of Object.entries(policy)) {
		fieldErrors.check(() => parseRetentionDays(days, `/retentionPolicy/${name}`));
	}
	return policy;
}

function readDomains(raw: readonly string[], fieldErrors: FieldErrors): string[] {
	const domains = raw.map((domain, n) => fieldErrors.check(() => parseDomain(domain, `/allowedDomains/${n}`)));
	for (const [n, domain] of domains.entries()) {
		const isRepeated = domain !== undefined && domains.indexOf(domain) < n;
		if (isRepeated) fieldErrors.add(`/allowedDomains/${n}`, "duplicate", "is listed already");
	}
	return domains;
}

function refuseUnknownFlags(flags: Readonly<Record<string, boolean>> | undefined): void {
	const known: readonly string[] = FLAG_NAMES;
	const unknown = Object.keys(flags ?? {}).filter((name) => !known.includes(name));
	if (unknown.length > 0) throw unknownFlags(unknown, known);
}
