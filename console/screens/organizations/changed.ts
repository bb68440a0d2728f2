import { type Item, outdate } from "../../api/queries.ts";

export type Organization = Item<"/orgs">;

/** What was read of an organization is outdated, wherever it is shown. */
export const changed = () => outdate("/orgs/{orgId}", "/orgs", "/orgs/{orgId}/billing", "/auth/profile");
