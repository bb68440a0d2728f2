import type {
	Configuration,
	ConfigurationMembers,
	ConfigurationRow,
	ConfiguredMembers,
	OrganizationRow,
	StoredOrganization,
} from "#db/schema";
import type { ReadDb, ReadHandle } from "#db/store";
import type { Principal } from "#kernel/principal";
import { randomToken } from "#kernel/secrets";
import type { Change } from "#platform/unit-of-work";
import {
	BUILT_IN,
	CONFIGURATION,
	DEFAULT_CONFIGURATION,
	knownConfiguration,
	MEMBERS,
	toConfiguration,
} from "./configuration.ts";
import { findConfiguration, insertConfiguration, KEY, lockConfiguration, updateConfiguration } from "./repository.ts";

/** Reads the configuration as it is now. */
export async function readConfiguration(on: ReadHandle | ReadDb): Promise<Configuration> {
	const row = await findConfiguration(on, { key: KEY });
	return row === undefined ? DEFAULT_CONFIGURATION : toConfiguration(row);
}

/** A row with the configuration in place of the id of its content. */
export type Configured<R> = Omit<R, "contentId"> & Pick<OrganizationRow, "configuration">;

/**
 * Returns a row that was read together with `contentId`, with the configuration instead: from memory, unless it has just
 * been changed.
 */
export async function configured<R extends { readonly contentId: string }>(
	on: ReadHandle | ReadDb,
	row: R,
): Promise<Configured<R>> {
	const { contentId, ...rest } = row;
	return { ...rest, configuration: knownConfiguration(contentId) ?? (await readConfiguration(on)) };
}

/** Wraps a function that reads one row together with `contentId`, so that it returns what {@link configured} does. */
export const withConfiguration =
	<On extends ReadHandle | ReadDb, Key, R extends { readonly contentId: string }>(
		read: (on: On, key: Key) => Promise<R | undefined>,
	) =>
	async (on: On, key: Key): Promise<Configured<R> | undefined> => {
		const row = await read(on, key);
		return row && configured(on, row);
	};

/** Returns what was decided about a part of an organization, by itself or by the operator: without what is built in. */
export const decided = <Column extends "settings" | "retentionPolicy" | "featureFlags">(
	column: Column,
	row: Pick<OrganizationRow, "orgType" | "configuration" | Column>,
): ConfiguredMembers => ({ ...row.configuration.tenantDefaults[row.orgType]?.[column], ...row[column] });

/** Returns an organization without its configuration, as it is stored. */
export function unconfigured<R extends Partial<OrganizationRow>>(row: R): Omit<R, "configuration"> {
	const { configuration: _, ...stored } = row;
	return stored;
}

/**
 * Changes the configuration of the installation. All instances follow at once, or within a second where they do not hear
 * of each other. Does nothing when nothing changes.
 * @param choose returns the members that change, given the configuration, which nobody else changes meanwhile; those members
 * are replaced as a whole
 * @returns the configuration as it is then
 */
export async function changeConfiguration(
	change: Change,
	choose: (before: Configuration) => Partial<ConfigurationMembers> | Promise<Partial<ConfigurationMembers>>,
): Promise<Configuration> {
	const { tx, nowMs } = change;
	const before = await lock(change);
	const members = await choose(before);
	const changed = MEMBERS.filter((name) => members[name] !== undefined && !Bun.deepEquals(members[name], before[name]));
	if (changed.length === 0) return before;
	const versions = { ...before.versions };
	for (const name of changed) versions[name]++;
	const { contentId: _, version, ...current } = before;
	// As it is read again: a copy, which may be frozen, without members that are undefined.
	const value: ConfigurationRow["value"] = JSON.parse(JSON.stringify({ ...current, ...members, versions }));
	const next = { key: KEY, contentId: `cfg_${randomToken(16)}`, version: version + 1, value, updatedAtMs: nowMs };
	await updateConfiguration(tx, next);
	change.invalidate(CONFIGURATION);
	return toConfiguration(next);
}

/** Locks the row, which it creates for the first change. */
async function lock({ tx, nowMs }: Change): Promise<Configuration> {
	const found = await lockConfiguration(tx, { key: KEY });
	if (found !== undefined) return toConfiguration(found);
	const { contentId, version, ...value } = DEFAULT_CONFIGURATION;
	await insertConfiguration(tx, { key: KEY, contentId, version, value, updatedAtMs: nowMs });
	const row = await lockConfiguration(tx, { key: KEY });
	if (row === undefined) throw new Error("the configuration cannot be locked");
	return toConfiguration(row);
}

/** Returns what the entity tag of a representation depends on beside versions, where that is the configuration. */
export const variantOf = ({ contentId }: Configuration, variant?: string): string | undefined =>
	contentId === BUILT_IN ? variant : `${variant ?? ""}\n${contentId}`;

/** What something cached of an organization was made from. */
export type MadeFrom = Pick<StoredOrganization, "version"> & { readonly contentId: string };

/**
 * Whether something cached of an organization is up to date where changes are not heard of: it was made from what has just
 * been read with the authority of a caller who belongs to it.
 */
export const isAsReadWith = (caller: Principal, orgId: string, { version, contentId }: MadeFrom): boolean =>
	caller.orgId === orgId && caller.orgVersion === version && caller.configurationId === contentId;
