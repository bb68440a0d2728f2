import { keyRightsLost, memberRightsLost } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createOrphanMarker } from "./orphans.ts";

/** Creates the module of what people and keys make for organizations, and which outlives their rights. */
export function createMakersModule(core: Core): Contribution {
	const orphan = createOrphanMarker(core);
	return { reactions: [at(memberRightsLost, orphan), at(keyRightsLost, orphan)] };
}
