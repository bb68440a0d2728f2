import { useQuery } from "@tanstack/react-query";
import type { components } from "#client";
import { read } from "../../api/queries.ts";

export type Role = components["schemas"]["Member"]["role"];

/** The roles that exist with `educationMode` only. */
const OF_SCHOOLS: readonly Role[] = ["teacher", "student"];

/** Returns the roles that the person may grant in an organization. The API decides; this only hides what it would refuse. */
export function useGrantableRoles(orgId: string): readonly Role[] {
	const grantable = useQuery(read("/auth/profile", {})).data?.grantableRoles ?? [];
	const settings = useQuery({
		...read("/orgs/{orgId}/settings", { path: { orgId } }),
		enabled: grantable.length > 0,
	});
	return settings.data?.educationMode === false ? grantable.filter((role) => !OF_SCHOOLS.includes(role)) : grantable;
}
