import type { Store } from "#db/store";
import { DependencyCache } from "#kernel/dependency-cache";
import type { Versioned } from "#kernel/etag";
import type { Principal } from "#kernel/principal";
import type { StateCache } from "#platform/module";
import { findOrganization } from "./lookup.ts";
import type { Organization } from "./schemas.ts";
import { type ShownOrganization, toOrganization } from "./view.ts";

/** Maximum number of cached organizations. */
const MAX_ORGANIZATIONS = 10_000;

/** A cached organization; its representation is made when it is first needed. */
class Known {
	readonly row: ShownOrganization;
	#view: Versioned<Organization> | undefined;

	constructor(row: ShownOrganization) {
		this.row = row;
	}

	get view(): Versioned<Organization> {
		this.#view ??= { data: toOrganization(this.row), version: this.row.version };
		return this.#view;
	}
}

/** Reads organizations for requests, from a cache where it is known to be up to date. */
export interface OrganizationReader extends StateCache {
	/** Returns an organization. @throws `not_found` `purged` */
	find(caller: Principal, orgId: string): Promise<ShownOrganization>;
	/** Returns the representation of an organization. @throws `not_found` `purged` */
	view(caller: Principal, orgId: string): Promise<Versioned<Organization>>;
}

/**
 * Creates the reader. Where this process hears of every change, a cached organization is up to date until it is
 * invalidated. Otherwise it is while it has the version that was just read with the authority of a caller who belongs to
 * it: any number of instances can write, and none needs to be told.
 */
export function createOrganizationReader({
	store,
	isCacheCoherent,
}: {
	readonly store: Store;
	readonly isCacheCoherent: boolean;
}): OrganizationReader {
	const cache = new DependencyCache<Known>(true, MAX_ORGANIZATIONS);

	const isCurrent = (known: Known, caller: Principal, orgId: string): boolean =>
		isCacheCoherent || (caller.orgId === orgId && caller.orgVersion === known.row.version);

	async function read(caller: Principal, orgId: string): Promise<Known> {
		const cached = cache.get(orgId)?.value;
		if (cached && isCurrent(cached, caller, orgId)) return cached;
		const { value } = await cache.load(
			orgId,
			async () => new Known(await findOrganization(store.db, orgId)),
			() => [orgId],
		);
		return value;
	}

	return {
		find: async (caller, orgId) => (await read(caller, orgId)).row,
		view: async (caller, orgId) => (await read(caller, orgId)).view,
		invalidate: (ids) => cache.invalidate(ids),
		clear: () => cache.clear(),
	};
}
