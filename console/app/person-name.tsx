import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../api/queries.ts";
import { useMay } from "./may.ts";

/** The name of a member by the id; for keys, and for people who are no members, something else. */
export function PersonName({ orgId, id, otherwise }: { orgId: string; id: string; otherwise?: ReactNode }) {
	const may = useMay();
	const profile = useQuery(read("/auth/profile", {})).data;
	const isSelf = profile?.id === id;
	const isPerson = may("member:read") && id.startsWith("usr_") && !isSelf;
	const path = { orgId, userId: id };
	const { data, isLoading } = useQuery({ ...read("/orgs/{orgId}/members/{userId}", { path }), enabled: isPerson });
	if (isSelf) return <>{profile.name}</>;
	return <>{data?.name ?? (isLoading ? null : otherwise)}</>;
}
