import type { Configuration, OrganizationRow, ShortenedDefaults, TypeDefaults } from "#db/schema";
import type { Store } from "#db/store";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { DELAY_MS, retentionPolicy } from "#modules/governance/retention";
import { featureFlags } from "#modules/tenancy/feature-flags";
import { settings } from "#modules/tenancy/settings";
import { changeConfiguration, readConfiguration, variantOf } from "#platform/configuration";
import type { Core } from "#platform/module";
import { PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { parseDefaults, type StoredDefaults } from "./parse.ts";
import { organizationsOfType } from "./repository.ts";
import {
	type AllTenantDefaults,
	allTenantDefaultsFields,
	type ChangedAllTenantDefaults,
	type ChangedTenantDefaults,
	type SetAllTenantDefaultsRequest,
	type SetTenantDefaultsRequest,
	type TenantDefaults,
	tenantDefaultsFields,
} from "./schemas.ts";
import { ORG_TYPES, type OrgType } from "./values.ts";

/** Returns what is in effect for an organization, as far as the defaults of its type decide. */
const effectiveOf = (row: OrganizationRow) => [
	settings.effective(row),
	retentionPolicy.effective(row),
	featureFlags.effective(row),
];

/**
 * Counts the organizations for which something that is in effect differs between two configurations: those that decide
 * for themselves what changes, or whose compliance mode does, are not affected.
 */
async function countAffected(store: Store, before: Configuration, after: Configuration): Promise<number> {
	let affected = 0;
	for (const orgType of ORG_TYPES) {
		if (Bun.deepEquals(before.tenantDefaults[orgType], after.tenantDefaults[orgType])) continue;
		for await (const rows of organizationsOfType(store, orgType))
			for (const row of rows) {
				const [old, next] = [before, after].map((configuration) => effectiveOf({ ...row, configuration }));
				if (!Bun.deepEquals(old, next)) affected++;
			}
	}
	return affected;
}

export type TenantDefaultsDeps = Pick<Core, "store" | "unitOfWork">;

export type TenantDefaultsService = ReturnType<typeof createTenantDefaultsService>;

/** Returns what entity tags are made from. */
const tagOf = (configuration: Configuration, fields?: string) => ({
	version: configuration.versions.tenantDefaults,
	variant: variantOf(configuration, fields),
});

/** A change of defaults, done or only tried. */
interface Outcome {
	readonly configuration: Configuration;
	readonly dryRun: boolean;
	readonly affectedTenants: number | null;
}

/** Creates the service of what organizations have that decide nothing themselves. */
export function createTenantDefaultsService({ store, unitOfWork }: TenantDefaultsDeps) {
	/**
	 * Replaces the defaults of some types.
	 * @param requested by type; the defaults of types that are not named stay as they are
	 */
	async function set(context: RequestContext, requested: StoredDefaults, dryRun: boolean): Promise<Outcome> {
		if (dryRun) return attempt(context, requested);
		const configuration = await unitOfWork.run(context, async (change) => {
			const shown: { before?: AllTenantDefaults } = {};
			const after = await changeConfiguration(change, (current) => {
				assertIfMatch(context.ifMatch, current.versions.tenantDefaults);
				shown.before = allOf(current);
				return { tenantDefaults: withDelays(current.tenantDefaults, requested, change.nowMs) };
			});
			const changes = differencesBetween(shown.before ?? {}, allOf(after));
			if (changes.length > 0)
				change.record(PLATFORM, facts["configuration.set_tenant_defaults"], { id: "tenant-defaults", changes });
			return after;
		});
		return { configuration, dryRun, affectedTenants: null };
	}

	/** Counts whom the same would affect. */
	async function attempt(context: RequestContext, requested: StoredDefaults): Promise<Outcome> {
		const before = await readConfiguration(store);
		assertIfMatch(context.ifMatch, before.versions.tenantDefaults);
		const configuration = { ...before, tenantDefaults: { ...before.tenantDefaults, ...requested } };
		return { configuration, dryRun: true, affectedTenants: await countAffected(store, before, configuration) };
	}

	return {
		/** Returns the defaults of every type, or what `fields` selects. @throws `invalid_fields` */
		async getAll(fields: string | undefined) {
			const select = allTenantDefaultsFields.parse(fields);
			const configuration = await readConfiguration(store);
			return { data: select(allOf(configuration)), ...tagOf(configuration, fields) };
		},

		/** Returns the defaults of one type, or what `fields` selects. @throws `invalid_fields` */
		async get(orgType: OrgType, fields: string | undefined) {
			const select = tenantDefaultsFields.parse(fields);
			const configuration = await readConfiguration(store);
			const data = select(defaultsOf(configuration, orgType));
			return { data, ...tagOf(configuration, fields) };
		},

		/**
		 * Replaces the defaults of every type: those that the request leaves out are as built in.
		 * @throws `validation_failed` `unknown_flag` `compliance_violation` `precondition_failed`
		 */
		async setAll(
			context: RequestContext,
			request: SetAllTenantDefaultsRequest,
			dryRun: boolean,
		): Promise<Versioned<ChangedAllTenantDefaults>> {
			const requested = parseDefaults(request, (orgType) => `/${orgType}`);
			const { configuration, ...outcome } = await set(context, everyType(requested), dryRun);
			return { data: { ...allOf(configuration), ...outcome }, ...tagOf(configuration) };
		},

		/**
		 * Replaces the defaults of one type: those that the request leaves out are as built in.
		 * @throws `validation_failed` `unknown_flag` `compliance_violation` `precondition_failed`
		 */
		async set(
			context: RequestContext,
			orgType: OrgType,
			request: SetTenantDefaultsRequest,
			dryRun: boolean,
		): Promise<Versioned<ChangedTenantDefaults>> {
			const requested = parseDefaults({ [orgType]: request }, () => "");
			const { configuration, ...outcome } = await set(context, { [orgType]: {}, ...requested }, dryRun);
			const data = { ...defaultsOf(configuration, orgType), ...outcome };
			return { data, ...tagOf(configuration) };
		},
	};
}

const everyType = (requested: StoredDefaults): StoredDefaults =>
	Object.fromEntries(ORG_TYPES.map((orgType) => [orgType, requested[orgType] ?? {}]));

/** Returns what an organization of a type has that decides nothing itself. */
function defaultsOf(configuration: Configuration, orgType: OrgType): TenantDefaults {
	const decided = { settings: {}, retentionPolicy: {}, featureFlags: {}, metadata: {}, entitlementOverrides: {} };
	const row = { id: "", orgType, configuration, planCode: "unlimited", ...decided };
	return {
		settings: settings.effective(row),
		retentionPolicy: retentionPolicy.effective(row),
		featureFlags: featureFlags.effective(row),
	};
}

/** Returns what organizations of every type have that decide nothing themselves. */
export const allOf = (configuration: Configuration): AllTenantDefaults =>
	Object.fromEntries(ORG_TYPES.map((orgType) => [orgType, defaultsOf(configuration, orgType)])) as AllTenantDefaults;

/**
 * Returns the defaults as they are stored: with the former ones from which other retention periods follow, so that what
 * shorter ones hide is purged only after the delay of every such change.
 */
function withDelays(before: StoredDefaults, requested: StoredDefaults, nowMs: number): StoredDefaults {
	const after: Partial<Record<OrgType, TypeDefaults>> = { ...before };
	for (const orgType of ORG_TYPES) {
		const next = requested[orgType];
		if (next === undefined) continue;
		const shortened = delaysAfter(before[orgType] ?? {}, next, nowMs);
		const defaults = { ...next, ...(shortened.length > 0 && { shortened }) };
		if (Object.keys(defaults).length > 0) after[orgType] = defaults;
		else delete after[orgType];
	}
	return after;
}

function delaysAfter(before: TypeDefaults, next: TypeDefaults, nowMs: number): readonly ShortenedDefaults[] {
	const previous = governing(before);
	const inForce = (before.shortened ?? []).filter(({ purgesFromMs }) => purgesFromMs > nowMs);
	if (Bun.deepEquals(previous, governing(next))) return inForce;
	const others = inForce.filter((delay) => !Bun.deepEquals(delay.previous, previous));
	return [...others, { previous, purgesFromMs: nowMs + DELAY_MS }];
}

/** Returns what retention periods follow from. */
const governing = ({ settings: { complianceMode } = {}, retentionPolicy = {} }: TypeDefaults) => ({
	settings: complianceMode === undefined ? {} : { complianceMode },
	retentionPolicy,
});
