import type { SectionSource } from "#platform/sections";
import { settings } from "./settings.ts";

/**
 * Whether an organization lets sound and pictures of large rooms pass through the server: unless it says so itself, only
 * without a compliance mode.
 */
export function mayPassThroughServer(organization: SectionSource<"settings">): boolean {
	const { mediaThroughServer, complianceMode } = settings.effective(organization);
	return mediaThroughServer ?? complianceMode === "none";
}
