import type { Store } from "#db/store";
import type { Caches } from "#kernel/caches";
import type { Versioned } from "#kernel/etag";
import { heapBytes } from "#kernel/heap-size";
import type { Principal } from "#kernel/principal";
import { findOrganization } from "#modules/tenancy/organization-records";
import { CONFIGURATION, isAsReadWith, unconfigured, variantOf } from "#platform/configuration";
import type { Organization } from "./schemas.ts";
import { type ShownOrganization, toOrganization } from "./view.ts";

/** Bytes of the representation of an organization, with the defaults of what its row leaves open. */
const VIEW_BYTES = 1_500;

/** A cached organization; its representation is made when it is first needed. */
class Known {
	readonly row: ShownOrganization;
	#view: Versioned<Organization> | undefined;

	constructor(row: ShownOrganization) {
		this.row = row;
	}

	get view(): Versioned<Organization> {
		const { version, configuration } = this.row;
		this.#view ??= { data: toOrganization(this.row), version, variant: variantOf(configuration) };
		return this.#view;
	}
}

/** Reads organizations for requests, from a cache where it is known to be up to date. */
export interface OrganizationReader {
	/** Returns an organization. @throws `not_found` `purged` */
	find(caller: Principal, orgId: string): Promise<ShownOrganization>;
	/** Returns the representation of an organization. @throws `not_found` `purged` */
	view(caller: Principal, orgId: string): Promise<Versioned<Organization>>;
}

/**
 * Creates the reader. Where this process hears of every change, a cached organization is up to date until it is
 * invalidated. Otherwise it is while it has the version that was just read with the authority of a caller who belongs to
 * it, and was made from the configuration of the installation that was: any number of instances can write, and none
 * needs to be informed.
 */
export function createOrganizationReader({
	store,
	caches,
}: {
	readonly store: Store;
	readonly caches: Caches;
}): OrganizationReader {
	const cache = caches.openDependent<Known>({
		name: "organizations",
		percent: 18,
		weigh: ({ row }) => VIEW_BYTES + heapBytes(unconfigured(row)),
		isVersioned: true,
	});

	const isCurrent = ({ row: { version, configuration } }: Known, caller: Principal, orgId: string): boolean =>
		caches.isCoherent || isAsReadWith(caller, orgId, { version, contentId: configuration.contentId });

	async function read(caller: Principal, orgId: string): Promise<Known> {
		const cached = cache.get(orgId)?.value;
		if (cached && isCurrent(cached, caller, orgId)) return cached;
		const { value } = await cache.load(
			orgId,
			async () => new Known(await findOrganization(store.db, orgId)),
			() => [orgId, CONFIGURATION],
		);
		return value;
	}

	return {
		find: async (caller, orgId) => (await read(caller, orgId)).row,
		view: async (caller, orgId) => (await read(caller, orgId)).view,
	};
}
