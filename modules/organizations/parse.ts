import type { OrganizationRow } from "#db/schema";
import { Faults } from "#kernel/collect-faults";
import { parseRetentionDays } from "#kernel/duration";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import { parseDomain, parseEmail, parseName, sortKey } from "#kernel/text";
import { unknownFlags } from "./errors.ts";
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
 * @throws `validation_failed` with every fault, `unknown_flag`
 */
export function parseColumns(request: UpdateOrganizationRequest): Columns {
	const faults = new Faults();
	const columns = readColumns(request, faults);
	faults.throwIfAny();
	refuseUnknownFlags(request.featureFlags);
	return columns;
}

/** The same for a new organization, with the address of its owner (undefined: none is invited). */
export function parseNewOrganization({ ownerEmail, ...request }: CreateOrganizationRequest) {
	const faults = new Faults();
	const columns = readColumns(request, faults);
	const owner = ownerEmail === undefined ? undefined : faults.check(() => parseEmail(ownerEmail, "/ownerEmail"));
	faults.throwIfAny();
	refuseUnknownFlags(request.featureFlags);
	const { name = "", nameKey = "" } = columns; // The schema requires one.
	return { columns: { ...columns, name, nameKey }, ownerEmail: owner };
}

function readColumns(request: UpdateOrganizationRequest, faults: Faults): Columns {
	const { name, orgType, slug, externalId, billingAccountId, metadata, featureFlags } = request;
	const { settings, retentionPolicy, allowedDomains } = request;
	return {
		...(name !== undefined && readName(name, faults)),
		...(orgType !== undefined && { orgType }),
		...(slug !== undefined && { slug }),
		...(externalId !== undefined && { externalId }),
		...(billingAccountId !== undefined && { billingAccountId }),
		...(settings && { settings: readSettings(settings, faults, "/settings") }),
		...(retentionPolicy && { retentionPolicy: readRetention(retentionPolicy, faults) }),
		...(allowedDomains && { allowedDomains: readDomains(allowedDomains, faults) }),
		...(featureFlags && { featureFlags }),
		...(metadata && { metadata }),
	};
}

function readName(raw: string, faults: Faults): Pick<OrganizationRow, "name" | "nameKey"> {
	const name = faults.check(() => parseName(raw, "/name")) ?? "";
	return { name, nameKey: sortKey(name) };
}

/** Settings in the form they are kept in; null members of a merge patch stay null. @throws `validation_failed` */
export function parseSettingsPatch(patch: SettingsPatch): SettingsPatch {
	const faults = new Faults();
	const parsed = readSettings(patch, faults, "");
	faults.throwIfAny();
	return parsed;
}

function readSettings<S extends SettingsPatch>(settings: S, faults: Faults, path: string): S {
	const { timezone, defaultLanguage } = settings;
	return {
		...settings,
		...(timezone != null && { timezone: faults.check(() => parseTimezone(timezone, `${path}/timezone`)) }),
		...(defaultLanguage != null && {
			defaultLanguage: faults.check(() => parseLanguageTag(defaultLanguage, `${path}/defaultLanguage`)),
		}),
	};
}

function readRetention(policy: RetentionOverrides, faults: Faults): RetentionOverrides {
	for (const [name, days] of Object.entries(policy)) {
		faults.check(() => parseRetentionDays(days, `/retentionPolicy/${name}`));
	}
	return policy;
}

function readDomains(raw: readonly string[], faults: Faults): string[] {
	const domains = raw.map((domain, n) => faults.check(() => parseDomain(domain, `/allowedDomains/${n}`)));
	for (const [n, domain] of domains.entries()) {
		const isRepeated = domain !== undefined && domains.indexOf(domain) < n;
		if (isRepeated) faults.add(`/allowedDomains/${n}`, "duplicate", "is listed already");
	}
	return domains;
}

function refuseUnknownFlags(flags: Readonly<Record<string, boolean>> | undefined): void {
	const known: readonly string[] = FLAG_NAMES;
	const unknown = Object.keys(flags ?? {}).filter((name) => !known.includes(name));
	if (unknown.length > 0) throw unknownFlags(unknown, known);
}
