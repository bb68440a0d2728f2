import { mayGrant } from "#modules/tenancy/permissions";
import type { OrphanPortion } from "#platform/module";
import { facts } from "./facts.ts";
import { apiKeysOf } from "./repository.ts";
import { differencesOf, saveKey } from "./save.ts";

/** Marks the keys that their maker could no longer create, see modules/identity/makers. */
export const orphanKeys: OrphanPortion = async (change, { orgId, userId, outcome, remaining }, { after, limit }) => {
	const mayCreateKeys = outcome !== "removed" && remaining.scopes.has("apikey:admin");
	const keys = await apiKeysOf(change.tx, orgId).listByMaker({ userId, except: outcome, after, limit });
	for (const row of keys) {
		if (mayCreateKeys && mayGrant(remaining, row.scopes)) continue;
		const values = { makerState: outcome };
		await saveKey(change, row, values, facts["api_key.orphan"], differencesOf(row, values));
	}
	return keys.map(({ id }) => id);
};
